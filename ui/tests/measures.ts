// What is measured on a page. It runs there: the shell of the tests brings it along.

/** A line of text on the page. */
type Line = { element: Element; text: string; box: DOMRect };

/** What looks like one thing with its text. */
const FRAMES = "button, label, .select, kbd, pre, textarea";

/** Texts that are cut by what they stand in, or lie over each other; in words. */
export function cutTexts(): string[] {
  const texts = shownTexts().map(({ element, text, node }) => ({ element, text, boxes: lineBoxes(node) }));
  const cut = texts.flatMap(({ element, text, boxes }) => [
    ...clippedBy(element, boxes).map((by) => `"${text}" is cut by ${by}`),
    ...(standsOut(element, boxes) ? [`"${text}" stands out of what it names`] : []),
  ]);
  const lines = texts.flatMap(({ element, text, boxes }) =>
    boxes.filter((box) => !scrolledAway(element, box)).map((box) => ({ element, text, box })),
  );
  return [...cut, ...overlaps(lines)];
}

function shownTexts(): { element: Element; text: string; node: Node }[] {
  const found: { element: Element; text: string; node: Node }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent?.trim() ?? "";
    if (node.parentElement !== null && text !== "" && !unseen(node.parentElement)) {
      found.push({ element: node.parentElement, text, node });
    }
  }
  return found;
}

function unseen(element: Element): boolean {
  // Of what is folded away, Chromium knows boxes all the same.
  if (!element.checkVisibility()) return true;
  return around(element).some((at) => {
    const { visibility, opacity, clipPath } = getComputedStyle(at);
    return visibility === "hidden" || opacity === "0" || clipPath !== "none" || at.matches("option, optgroup");
  });
}

/** The element and everything that it stands in. */
function around(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) found.push(at);
  return found;
}

function lineBoxes(node: Node): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter(({ width }) => width > 0);
}

function clippedBy(element: Element, boxes: readonly DOMRect[]): string[] {
  const cuts = (clip: Element) => {
    const { overflowX, overflowY } = getComputedStyle(clip);
    const frame = clip.getBoundingClientRect();
    const below = overflowY === "hidden" && clip !== document.body;
    return (
      overflowX !== "visible" &&
      (beside(frame, boxes) || (below && boxes.some(({ bottom }) => bottom > frame.bottom + 2)))
    );
  };
  return around(element).filter(cuts).map(tag);
}

function standsOut(element: Element, boxes: readonly DOMRect[]): boolean {
  const frame = element.closest(FRAMES)?.getBoundingClientRect();
  return frame !== undefined && beside(frame, boxes);
}

function beside(frame: DOMRect, boxes: readonly DOMRect[]): boolean {
  return boxes.some(({ left, right }) => right > frame.right + 1 || left < frame.left - 1);
}

function scrolledAway(element: Element, box: DOMRect): boolean {
  return around(element).some((clip) => {
    const frame = clip.getBoundingClientRect();
    const scrolls = getComputedStyle(clip).overflowY === "auto";
    return scrolls && (box.bottom > frame.bottom || box.top < frame.top);
  });
}

function overlaps(lines: readonly Line[]): string[] {
  return lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => one.element !== other.element && overlap(one.box, other.box))
      .map((other) => `"${one.text}" and "${other.text}" lie over each other`),
  );
}

/** Line boxes of neighbours may touch; letters may not. */
function overlap(one: DOMRect, other: DOMRect): boolean {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 2 && high > 5;
}

function tag(element: Element): string {
  return `<${element.tagName.toLowerCase()} class="${element.className}">`;
}

/** By how much the page, or anything in it, can be scrolled sideways; in words. */
export function sidewaysScroll(): string[] {
  return [...document.querySelectorAll("*")]
    .filter((element) => {
      const { overflowX } = getComputedStyle(element);
      const scrolls = overflowX === "auto" || overflowX === "scroll" || element === document.documentElement;
      return scrolls && element.scrollWidth > element.clientWidth;
    })
    .map((element) => `${tag(element)} is ${element.scrollWidth} wide, shown ${element.clientWidth}`);
}

/** Controls that a finger misses: under 32 px in either way; in words. */
export function smallControls(): string[] {
  const all = document.querySelectorAll<HTMLElement>("button, select, input, textarea, summary, a[href]");
  return [...all].flatMap((control) => {
    const seen = control.matches("input[type=radio]") ? (control.closest("label") ?? control) : control;
    const { width, height } = seen.getBoundingClientRect();
    const small = Math.min(width, height) < 32 && width > 0;
    return small ? [`${seen.textContent?.trim() || seen.outerHTML.slice(0, 80)}: ${width} × ${height}`] : [];
  });
}

/** Numbers the controls in the order of the page, so that a test can follow the focus. */
export function numberControls(): number {
  const all = document.querySelectorAll<HTMLElement>(
    "button, select, input, textarea, summary, a[href], [tabindex='0']",
  );
  const reached = [...all].filter((control) => {
    // Of a group of radio buttons the chosen one has the place in the order. What is folded away has
    // a size and no place.
    const skipped = control.matches("input[type=radio]:not(:checked)");
    return !skipped && !control.matches(":disabled") && control.checkVisibility();
  });
  for (const [index, control] of reached.entries()) {
    control.dataset.place = String(index);
  }
  return reached.length;
}

/** The place of what has the focus, and whether that can be seen. */
export function focused(): { place: string | undefined; what: string; ring: boolean } {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) {
    return { place: undefined, what: "nothing", ring: false };
  }
  const looks = (): string[] => {
    const found: string[] = [];
    for (let at: Element | null = active; at !== null && found.length < 3; at = at.parentElement) {
      const { boxShadow } = getComputedStyle(at);
      found.push(boxShadow);
    }
    return found;
  };
  const with_ = looks();
  active.blur();
  const without = looks();
  active.focus();
  const what = active.getAttribute("aria-label") ?? active.textContent?.trim() ?? active.tagName;
  return { place: active.dataset.place, what, ring: with_.some((look, index) => look !== without[index]) };
}

/** The words of the takes on the Dictate page, and where each begins, in the window. */
export function wordPlaces(): { word: string; x: number; y: number }[] {
  const found: { word: string; x: number; y: number }[] = [];
  let text = "";
  const walker = document.createTreeWalker(flow(), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const [place, letter] of [...(node.textContent ?? "")].entries()) {
      if (letter.trim() === "") text = "";
      else if (text === "") {
        const range = document.createRange();
        range.setStart(node, place);
        range.setEnd(node, place + 1);
        const { x, y } = range.getBoundingClientRect();
        found.push({ word: (text = letter), x, y });
      } else {
        text += letter;
        Object.assign(found.at(-1) ?? {}, { word: text });
      }
    }
  }
  return found;
}

/** How far the text is scrolled, and whether its end is in sight. */
export function scrolledTo(): { top: number; endInSight: boolean } {
  const box = flow();
  const last = wordPlaces().at(-1)?.y ?? 0;
  const frame = box.getBoundingClientRect();
  return { top: box.scrollTop, endInSight: last > frame.top && last + 20 < frame.bottom };
}

function flow(): Element {
  const found = document.querySelector(".flow");
  if (!found) throw new Error("this is not the Dictate page");
  return found;
}

/** Sums up every layout shift from now on, with what moved. */
export function watchShifts(): void {
  const shifts: { value: number; moved: string[] }[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources?: { node?: Node }[];
    })[]) {
      const moved = (entry.sources ?? []).map(({ node }) => node?.textContent?.trim().slice(0, 60) ?? "");
      shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: "layout-shift" });
  Object.assign(window, { shifts });
}

/** What `watchShifts` has seen. */
export function shiftsSeen(): { value: number; moved: string[] }[] {
  return (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts;
}

/** Collects whatever a screen reader is told without asking. */
export function watchAnnouncements(): void {
  const said: string[] = [];
  const regions = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]";
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const { type, target, addedNodes } of records) {
      for (const node of type === "characterData" ? [target] : addedNodes) {
        const text = node.textContent?.trim() ?? "";
        const element = node instanceof Element ? node : node.parentElement;
        // What is put into something that was itself just put there is told with it.
        const told = node.parentNode !== null && added.has(node.parentNode);
        if (text !== "" && !told && element?.closest(regions)) said.push(text);
      }
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  Object.assign(window, { said });
}

/** What `watchAnnouncements` has heard. */
export function announced(): string[] {
  return (window as unknown as { said: string[] }).said;
}
