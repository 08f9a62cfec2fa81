import { EVENT, type RecordedEvent, SOURCE } from "./recorded.types.ts";

/** Only the latest of these counts, per element or for the page; each would trigger a new layout. */
const REPLACING: ReadonlySet<unknown> = new Set([
  SOURCE.mouseMove,
  SOURCE.scroll,
  SOURCE.viewportResize,
  SOURCE.input,
  SOURCE.touchMove,
  SOURCE.drag,
  SOURCE.selection,
]);

/**
 * What has to be played to show a moment, and all that follows it: from the last whole picture before the moment on, without what was
 * replaced until then.
 * @param events in the order of time. @param at an instant, milliseconds since the epoch; what happened at it is still to come.
 */
export function eventsAt(events: readonly RecordedEvent[], at: number): RecordedEvent[] {
  const next = events.findIndex(({ timestamp }) => timestamp >= at);
  const split = next === -1 ? events.length : next;
  const past = sinceLastSnapshot(events.slice(0, split));
  return [...withoutReplaced(past), ...events.slice(split)];
}

function sinceLastSnapshot(past: readonly RecordedEvent[]): RecordedEvent[] {
  const picture = past.findLastIndex(({ type }) => type === EVENT.fullSnapshot);
  if (picture === -1) return [...past];
  const size = past.findLastIndex(({ type }, index) => type === EVENT.meta && index < picture);
  const following = past.slice(picture).map(asResize);
  const meta = past[size];
  return meta ? [meta, ...following] : following;
}

/** The replayer begins at the last event that says how large a page is, and would show nothing where its picture is still to come. */
function asResize(event: RecordedEvent): RecordedEvent {
  if (event.type !== EVENT.meta) return event;
  const { width, height } = event.data;
  return { ...event, type: EVENT.incremental, data: { source: SOURCE.viewportResize, width, height } };
}

function withoutReplaced(past: readonly RecordedEvent[]): RecordedEvent[] {
  const replaced = new Set<string>();
  const kept = past.toReversed().filter(({ type, data }) => {
    if (type !== EVENT.incremental || !REPLACING.has(data.source)) return true;
    const what = `${data.source} ${data.id ?? ""}`;
    const isLatest = !replaced.has(what);
    replaced.add(what);
    return isLatest;
  });
  return kept.reverse();
}
