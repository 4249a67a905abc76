import { expect, it } from "vitest";
import { latest } from "./latest";

it("sends one at a time, passes over what is outdated, and ends with the last", async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const save = latest((value: string) => {
    sent.push(value);
    return new Promise<void>((resolve) => answers.push(resolve));
  });
  const first = save("a");
  void save("ab");
  const last = save("abc");
  expect(sent).toEqual(["a"]);
  answers.shift()?.();
  await Promise.resolve();
  expect(sent).toEqual(["a", "abc"]);
  answers.shift()?.();
  await Promise.all([first, last]);
  expect(sent).toEqual(["a", "abc"]);
});

it("begins anew when everything was sent", async () => {
  const sent: number[] = [];
  const save = latest(async (value: number) => {
    sent.push(value);
  });
  await save(1);
  await save(2);
  expect(sent).toEqual([1, 2]);
});
