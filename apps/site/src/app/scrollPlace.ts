/**
 * A scroll position, relative to the top of a section or of the page. An offset from the top of the page alone would not be stable,
 * because sections that have not rendered yet (`content-visibility: auto`) have estimated heights.
 */
export interface ScrollPlace {
  /** Zero-based index of the section on the page; null above the first one. */
  section: number | null;
  /** Pixels below the top of the section, or of the page if `section` is null. */
  offset: number;
}

export const PAGE_TOP: ScrollPlace = { section: null, offset: 0 };

/** Number of frames within which sections near the position render and get their real heights. */
const SETTLING_FRAMES = 10;
const INTERVENTIONS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

let settling = new AbortController();

/** The position of the viewport's top edge. */
export function currentPlace(): ScrollPlace {
  const section = sections().findLastIndex((each) => each.getBoundingClientRect().top <= 0);
  const top = (sections()[section] ?? document.documentElement).getBoundingClientRect().top;
  return { section: section < 0 ? null : section, offset: -top };
}

/** Scrolls to `place` and stays there while nearby sections get their real heights, unless the visitor interacts. */
export function goToPlace({ section, offset }: ScrollPlace): void {
  const anchor = section === null ? document.documentElement : sections()[section];
  if (!anchor) return;
  stay(anchor, () => {
    const missing = anchor.getBoundingClientRect().top + offset;
    if (Math.abs(missing) >= 1) window.scrollBy({ top: missing, behavior: "instant" });
  });
}

/** Scrolls to the target of a fragment and stays there like {@link goToPlace}. */
export function goToElement(element: HTMLElement): void {
  stay(element.closest<HTMLElement>("main section") ?? element, () =>
    element.scrollIntoView({ behavior: "instant" }),
  );
}

function stay(anchor: HTMLElement, scroll: () => void): void {
  settling.abort();
  settling = new AbortController();
  const { signal } = settling;
  for (const type of INTERVENTIONS)
    window.addEventListener(type, () => settling.abort(), { capture: true, passive: true, signal });
  // Otherwise the section keeps its estimated height until it is near, and a larger offset would land in the next section.
  anchor.style.contentVisibility = "visible";
  // The browser's scroll anchoring would move the page too.
  const { style } = document.documentElement;
  style.overflowAnchor = "none";
  signal.addEventListener("abort", () => {
    anchor.style.contentVisibility = "";
    // In the next frame, the section may have its estimated height again.
    onFrameAfterNext(() => {
      if (settling.signal.aborted) style.overflowAnchor = "";
    });
  });

  let framesLeft = SETTLING_FRAMES;
  const settle = () => {
    if (signal.aborted) return;
    scroll();
    framesLeft -= 1;
    if (framesLeft > 0) requestAnimationFrame(settle);
    else settling.abort();
  };
  settle();
}

function onFrameAfterNext(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

function sections(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main section")];
}
