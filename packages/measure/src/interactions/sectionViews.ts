import { type EventProperties, type Milliseconds, SECTION_ATTRIBUTES } from "@marquee/contract";
import type { TrackEvent } from "../analytics/analytics.ts";
import { listen } from "../browser/listen.ts";

/** A section counts as seen once it has been visible for this long (specification, section 4). */
const VISIBLE_FOR: Milliseconds = 2000;
/** Half of the section must be visible, or it must fill half of the window. */
const VISIBLE_SHARE = 0.5;
/** In steps of 0.01, because a section many windows tall fills half of the window while only a small part of it is visible. */
const THRESHOLDS = Array.from({ length: 100 * VISIBLE_SHARE + 1 }, (_, step) => step / 100);
const SECTIONS = `[${SECTION_ATTRIBUTES.sectionModelName}]`;

/** A section in view. `left` is the time missing to {@link VISIBLE_FOR}; it counts down only while the tab is visible. */
interface Viewed {
  left: Milliseconds;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface SectionViews {
  /** Observes the sections of the current page; each is tracked once per page. */
  follow(): void;
  stop(): void;
}

/** Tracks section views. Checks `isAllowed` when sending, because consent may have changed by then. */
export function startSectionViews({
  track,
  isAllowed,
}: {
  track: TrackEvent;
  isAllowed: () => boolean;
}): SectionViews {
  const inView = new Map<Element, Viewed>();

  const resume = (section: Element, viewed: Viewed) => {
    clearTimeout(viewed.timer);
    viewed.since = performance.now();
    viewed.timer = setTimeout(() => {
      leave(section);
      if (!isAllowed()) return;
      observer.unobserve(section);
      track("Section Viewed", readSection(section));
    }, viewed.left);
  };
  const pause = (viewed: Viewed) => {
    clearTimeout(viewed.timer);
    viewed.left -= performance.now() - viewed.since;
  };
  const enter = (section: Element) => {
    if (inView.has(section)) return;
    const viewed: Viewed = { left: VISIBLE_FOR, since: performance.now(), timer: undefined };
    inView.set(section, viewed);
    if (document.visibilityState === "visible") resume(section, viewed);
  };
  const leave = (section: Element) => {
    clearTimeout(inView.get(section)?.timer);
    inView.delete(section);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (isSeen(entry)) enter(entry.target);
        else leave(entry.target);
      }
    },
    { threshold: THRESHOLDS },
  );
  const onVisibilityChange = () => {
    for (const [section, viewed] of inView) {
      if (document.visibilityState === "visible") resume(section, viewed);
      else pause(viewed);
    }
  };
  const clear = () => {
    observer.disconnect();
    for (const section of [...inView.keys()]) leave(section);
  };
  const stopListening = listen(document, "visibilitychange", onVisibilityChange);
  return {
    follow() {
      clear();
      for (const section of document.querySelectorAll(SECTIONS)) observer.observe(section);
    },
    stop() {
      stopListening();
      clear();
    },
  };
}

function isSeen({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  const windowHeight = rootBounds?.height ?? window.innerHeight;
  return intersectionRatio >= VISIBLE_SHARE || intersectionRect.height >= windowHeight * VISIBLE_SHARE;
}

function readSection(section: Element): EventProperties["Section Viewed"] {
  const fields = Object.entries(SECTION_ATTRIBUTES).map(([field, name]) => [
    field,
    section.getAttribute(name),
  ]);
  const texts = Object.fromEntries(fields.filter(([, value]) => value !== null));
  return { ...texts, sectionIndex: Number(texts.sectionIndex ?? placeOf(section)) };
}

/** Index of the section among the page's sections. */
function placeOf(section: Element): number {
  return [...document.querySelectorAll(SECTIONS)].indexOf(section);
}
