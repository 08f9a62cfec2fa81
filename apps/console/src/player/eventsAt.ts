import { ONE_SECOND } from "@marquee/contract";
import { AFTER } from "./mergeSnapshotSlices.ts";
import { EVENT, type RecordedEvent, SOURCE } from "./recorded.types.ts";

/** Of these events, only the latest per element or page counts. Each would trigger a new layout. */
const REPLACING: ReadonlySet<unknown> = new Set([
  SOURCE.mouseMove,
  SOURCE.scroll,
  SOURCE.viewportResize,
  SOURCE.input,
  SOURCE.touchMove,
  SOURCE.drag,
  SOURCE.selection,
]);

/** The snapshot of a page follows its `Meta` event within this time. */
const SNAPSHOT_WITHIN = ONE_SECOND;

/**
 * The time to show for `at`: not before the page has content. It starts empty; its snapshot follows, and the snapshot's slices a millisecond
 * later.
 * @param events sorted by time.
 * @param at in milliseconds since the epoch, as is the result.
 */
export function withContent(events: readonly RecordedEvent[], at: number): number {
  const page = events.findLast(({ type, timestamp }) => type === EVENT.meta && timestamp <= at);
  if (!page) return at;
  const begun = page.timestamp;
  const picture = events.find(({ type, timestamp }) => type === EVENT.fullSnapshot && timestamp >= begun);
  if (!picture || picture.timestamp > begun + SNAPSHOT_WITHIN) return at;
  return Math.max(at, picture.timestamp + AFTER);
}

/**
 * The events needed to show a time, and all later ones: starts with the last full snapshot before it and leaves out replaced events.
 * @param events sorted by time.
 * @param at in milliseconds since the epoch. Events at this time count as later.
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

/** The replayer starts at the last `Meta` event and would show nothing until its snapshot, so turn later ones into resize events. */
function asResize(event: RecordedEvent): RecordedEvent {
  if (event.type !== EVENT.meta) return event;
  const { width, height } = event.data;
  return { ...event, type: EVENT.incremental, data: { source: SOURCE.viewportResize, width, height } };
}

function withoutReplaced(past: readonly RecordedEvent[]): RecordedEvent[] {
  const replaced = new Set<string>();
  const remaining = past.toReversed().filter(({ type, data }) => {
    if (type !== EVENT.incremental || !REPLACING.has(data.source)) return true;
    const what = `${data.source} ${data.id ?? ""}`;
    const isLatest = !replaced.has(what);
    replaced.add(what);
    return isLatest;
  });
  return remaining.reverse();
}
