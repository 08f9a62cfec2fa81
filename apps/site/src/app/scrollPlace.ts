/**
 * Where a visitor is on a page: this far below the top of that section, or of the page. Pixels from the top of the page alone would lead
 * elsewhere later, because sections that were not drawn yet (`content-visibility: auto`) have guessed heights.
 */
export interface ScrollPlace {
  /** Its position among the sections of the page; none above the first one. */
  section: number | null;
  /** Pixels. */
  offset: number;
}

export const PAGE_TOP: ScrollPlace = { section: null, offset: 0 };

/** Sections near the place are drawn, and get their real heights, within this many frames. */
const SETTLING_FRAMES = 10;
const INTERVENTIONS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

let settling = new AbortController();

/** @returns where the top edge of the viewport is. */
export function currentPlace(): ScrollPlace {
  const section = sections().findLastIndex((each) => each.getBoundingClientRect().top <= 0);
  const top = (sections()[section] ?? document.documentElement).getBoundingClientRect().top;
  return { section: section < 0 ? null : section, offset: -top };
}

/** Scrolls to `place`, and stays there while what is near gets its height, unless the visitor moves. */
export function goToPlace({ section, offset }: ScrollPlace): void {
  const anchor = section === null ? document.documentElement : sections()[section];
  if (!anchor) return;
  stay(anchor, () => {
    const missing = anchor.getBoundingClientRect().top + offset;
    if (Math.abs(missing) >= 1) window.scrollBy({ top: missing, behavior: "instant" });
  });
}

/** Scrolls to what a fragment points to, and stays there in the same way. */
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
  // Else it keeps its guessed height until it is near, and a place below that would be in the next section.
  anchor.style.contentVisibility = "visible";
  signal.addEventListener("abort", () => {
    anchor.style.contentVisibility = "";
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

function sections(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main section")];
}
