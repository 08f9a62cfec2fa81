import type { ColorScheme } from "@marquee/contract";
import { EVENT, type RecordedEvent, SOURCE } from "./recorded.types.ts";
import { applyColorScheme } from "./schemeStyles.ts";

/** What may bring styles. */
const STYLED: ReadonlySet<unknown> = new Set([
  SOURCE.mutation,
  SOURCE.styleSheetRule,
  SOURCE.styleDeclaration,
  SOURCE.adoptedStyles,
]);

/**
 * Applies the color scheme of the last `Meta` event to each event. A full snapshot and all changes after it
 * have one scheme; another scheme comes with a new snapshot. Segments can arrive in any order, so the scheme
 * is known only after sorting.
 * @returns a function that takes all events sorted by time and returns as many; snapshots carry their scheme
 * as `colorScheme`.
 */
export function createColorSchemes(): (events: readonly RecordedEvent[]) => RecordedEvent[] {
  const known = new WeakMap<RecordedEvent, { scheme: ColorScheme; played: RecordedEvent }>();
  const play = (event: RecordedEvent, scheme: ColorScheme) => {
    const before = known.get(event);
    if (before?.scheme === scheme) return before.played;
    const played = inScheme(event, scheme);
    known.set(event, { scheme, played });
    return played;
  };
  return (events) => {
    let scheme: ColorScheme = "light";
    return events.map((event) => {
      if (event.type === EVENT.meta) scheme = schemeOf(event.data.colorScheme);
      return play(event, scheme);
    });
  };
}

/** @param value as recorded; recorders other than ours say nothing, and pages were light then. */
export function schemeOf(value: unknown): ColorScheme {
  return value === "dark" ? "dark" : "light";
}

function inScheme(event: RecordedEvent, scheme: ColorScheme): RecordedEvent {
  const { type, data } = event;
  if (type === EVENT.fullSnapshot)
    return { ...event, data: { ...applyColorScheme(data, scheme), colorScheme: scheme } };
  if (type !== EVENT.incremental || !STYLED.has(data.source)) return event;
  const filled = applyColorScheme(data, scheme);
  return filled === data ? event : { ...event, data: filled };
}
