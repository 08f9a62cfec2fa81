import { type Milliseconds, SECTION_ATTRIBUTES } from "@marquee/contract";

type Track = (event: string, properties: Record<string, unknown>) => void;

/** A section counts as seen once it has been visible for this long (specification, section 4). */
const VISIBLE_FOR: Milliseconds = 2000;
/** Half of it must be visible, or as much as the window can hold of a tall one. */
const VISIBLE_SHARE = 0.5;
const SECTIONS = `[${SECTION_ATTRIBUTES.sectionModelName}]`;

export interface SectionViews {
  /** Follows the sections of the page that is shown now; each is counted once per page. */
  follow(): void;
  stop(): void;
}

/** View events of sections. `isAllowed` is asked at the moment of sending: view events have a consent group of their own. */
export function startSectionViews({
  track,
  isAllowed,
}: {
  track: Track;
  isAllowed: () => boolean;
}): SectionViews {
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const cancel = (section: Element) => {
    clearTimeout(timers.get(section));
    timers.delete(section);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (isSeen(entry) && document.visibilityState === "visible") begin(entry.target);
        else cancel(entry.target);
      }
    },
    { threshold: [0, 0.1, 0.25, VISIBLE_SHARE] },
  );
  const begin = (section: Element) => {
    if (timers.has(section)) return;
    const timer = setTimeout(() => {
      cancel(section);
      if (!isAllowed()) return;
      observer.unobserve(section);
      track("Section Viewed", readSection(section));
    }, VISIBLE_FOR);
    timers.set(section, timer);
  };
  const clear = () => {
    observer.disconnect();
    for (const section of [...timers.keys()]) cancel(section);
  };
  return {
    follow() {
      clear();
      for (const section of document.querySelectorAll(SECTIONS)) observer.observe(section);
    },
    stop: clear,
  };
}

function isSeen({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  const windowHeight = rootBounds?.height ?? window.innerHeight;
  return intersectionRatio >= VISIBLE_SHARE || intersectionRect.height >= windowHeight * VISIBLE_SHARE;
}

function readSection(section: Element): Record<string, string | number> {
  const fields = Object.entries(SECTION_ATTRIBUTES).map(([field, name]) => [
    field,
    section.getAttribute(name),
  ]);
  const texts = Object.fromEntries(fields.filter(([, value]) => value !== null));
  return { ...texts, sectionIndex: Number(texts.sectionIndex ?? placeOf(section)) };
}

/** Where it stands among the page's sections, from 0. */
function placeOf(section: Element): number {
  return [...document.querySelectorAll(SECTIONS)].indexOf(section);
}
