// One request at a time, and of those that came meanwhile only the latest: what is typed quickly
// is saved without a queue, and the last word stands at the end.

/** Wraps `send`, which must not throw. */
export function latest<T>(send: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let waiting: { value: T } | null = null;
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting !== null) {
      const { value } = waiting;
      waiting = null;
      await send(value);
    }
    running = null;
  }

  return (value) => {
    waiting = { value };
    running ??= drain();
    return running;
  };
}
