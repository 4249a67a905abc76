// What is measured on a page. Each function runs in the page and needs nothing from outside.

/** Texts that are cut by what they stand in, or lie over each other; in words. */
export function cutTexts(): string[] {
  type Piece = { element: Element; text: string; box: DOMRect };

  const unseen = (element: Element): boolean => {
    // Of what is folded away, Chromium knows boxes all the same.
    if (!element.checkVisibility()) return true;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      const hidden = style.visibility === "hidden" || style.opacity === "0" || style.clipPath !== "none";
      if (hidden || at.tagName === "OPTION" || at.tagName === "OPTGROUP") return true;
    }
    return false;
  };

  /** The part of it that can be seen, or scrolled to sideways. */
  const clips = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible") found.push(at);
    }
    return found;
  };

  /** What looks like one thing with its text. */
  const frames = "button, label, .select, kbd, pre, textarea";
  const pieces: Piece[] = [];
  const wrong: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (element === null || text === "" || unseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    for (const clip of clips(element)) {
      const frame = clip.getBoundingClientRect();
      const outside = boxes.some((box) => box.right > frame.right + 1 || box.left < frame.left - 1);
      const hides = getComputedStyle(clip).overflowY === "hidden" && clip !== document.body;
      const below = hides && boxes.some((box) => box.bottom > frame.bottom + 2);
      if (outside || below) wrong.push(`"${text}" is cut by <${clip.tagName.toLowerCase()} class="${clip.className}">`);
    }
    const frame = element.closest(frames)?.getBoundingClientRect();
    if (frame && boxes.some((box) => box.right > frame.right + 1 || box.left < frame.left - 1)) {
      wrong.push(`"${text}" stands out of what it names`);
    }
    const scrolls = clips(element).filter((clip) => getComputedStyle(clip).overflowY === "auto");
    for (const box of boxes) {
      const hidden = scrolls.some((clip) => {
        const frame = clip.getBoundingClientRect();
        return box.bottom > frame.bottom || box.top < frame.top;
      });
      if (!hidden) pieces.push({ element, text, box });
    }
  }
  for (const [index, one] of pieces.entries()) {
    for (const other of pieces.slice(index + 1)) {
      if (one.element === other.element) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Line boxes of neighbours may touch; letters may not.
      if (wide > 2 && high > 5) wrong.push(`"${one.text}" and "${other.text}" lie over each other`);
    }
  }
  return wrong;
}

/** By how much the page, or anything in it, can be scrolled sideways; in words. */
export function sidewaysScroll(): string[] {
  return [...document.querySelectorAll("*")]
    .filter((element) => {
      const { overflowX } = getComputedStyle(element);
      const scrolls = overflowX === "auto" || overflowX === "scroll" || element === document.documentElement;
      return scrolls && element.scrollWidth > element.clientWidth;
    })
    .map((element) => `<${element.tagName.toLowerCase()} class="${element.className}"> is ${element.scrollWidth} wide, shown ${element.clientWidth}`);
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
    // Of a group of radio buttons the chosen one has the place in the order.
    const skipped = control.matches("input[type=radio]:not(:checked)");
    return !skipped && !control.matches(":disabled") && control.getClientRects().length > 0;
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
