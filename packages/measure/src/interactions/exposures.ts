import {
  ASSIGNMENTS_EVENT,
  type Assignment,
  EXPOSURE_EVENT,
  FLAG_ATTRIBUTE,
  SECTION_ATTRIBUTES,
  SEGMENT_ROOT_ATTRIBUTE,
} from "@marquee/contract";
import type { TrackEvent } from "../analytics/analytics.ts";
import { listen, onVisibility } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";

export interface Exposures {
  /** Finds and observes the places of experiments on the current page. */
  follow(): void;
  stop(): void;
}

interface ExposuresOptions {
  assignments: readonly Assignment[];
  track: TrackEvent;
  isAllowed: () => boolean;
}

/** A place counts as seen once it is above the lowest 10% of the viewport. */
const IN_SIGHT = "0px 0px -10% 0px";

/** Tracks each experiment that the visitor sees, once per document. An assignment alone is not an exposure. */
export function startExposures({ assignments, track, isAllowed }: ExposuresOptions): Exposures {
  let open = new Set(assignments);
  const exposed = new Set<string>();
  const places = new Map<Element, Assignment[]>();

  const expose = (assignment: Assignment) => {
    if (!isAllowed() || !open.delete(assignment)) return;
    exposed.add(nameOf(assignment));
    track(EXPOSURE_EVENT, { ...assignment.exposure });
  };
  const look = (entries: readonly IntersectionObserverEntry[]) => {
    // Visitors have not yet seen a tab that opened in the background.
    if (document.visibilityState !== "visible") return;
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) for (const assignment of places.get(target) ?? []) expose(assignment);
  };
  const observer = new IntersectionObserver(look, { rootMargin: IN_SIGHT });
  const clear = () => {
    observer.disconnect();
    places.clear();
  };
  const follow = () => {
    clear();
    for (const assignment of open)
      for (const place of findPlaces(assignment))
        places.set(place, [...(places.get(place) ?? []), assignment]);
    for (const place of places.keys()) observer.observe(place);
  };
  /** Re-observes when the tab becomes visible: IntersectionObserver reports every element's state when observation starts. */
  const stopVisible = onVisibility("visible", follow);
  /** Another page was rendered, with these assignments; {@link Exposures.follow} finds their places. */
  const onAssigned = monitor((event: Event) => {
    const assignments = event instanceof CustomEvent ? (event.detail as Assignment[]) : [];
    open = new Set(assignments.filter((assignment) => !exposed.has(nameOf(assignment))));
  });
  const stopAssigned = listen(document, ASSIGNMENTS_EVENT, onAssigned);
  return {
    follow,
    stop() {
      stopVisible();
      stopAssigned();
      clear();
    },
  };
}

/** Key of experiment, phase and variation: each combination is reported once. */
function nameOf({ exposure }: Assignment): string {
  return [exposure.experiment_id, exposure.experiment_phase, exposure.variation_id].join();
}

function findPlaces({ kind, flag, pages, sections }: Assignment): Element[] {
  if (kind === "flag") return findAll([attribute(FLAG_ATTRIBUTE, flag)]);
  const roots = pages.map((page) => attribute(SEGMENT_ROOT_ATTRIBUTE, page));
  const elements = findAll(
    roots.flatMap((root) =>
      sections.map((section) => `${root} ${attribute(SECTION_ATTRIBUTES.sectionId, section)}`),
    ),
  );
  return elements.length > 0 ? elements : findAll(roots);
}

function findAll(selectors: readonly string[]): Element[] {
  return selectors.length > 0 ? [...document.querySelectorAll(selectors.join())] : [];
}

function attribute(name: string, value: string): string {
  return `[${name}="${CSS.escape(value)}"]`;
}
