import { ONE_SECOND } from "@marquee/contract";
import {
  EVENT,
  isFields,
  isNode,
  NODE,
  type RecordedEvent,
  SOURCE,
  USER_ACTIVITY,
} from "./recorded.types.ts";

/** Slices after this time are not merged: the page is shown as it was recorded. */
const LONGEST = 10 * ONE_SECOND;
/** After a snapshot whose styles are loading, the replayer resumes with events later than the snapshot. Milliseconds. */
export const AFTER = 1;

/**
 * Our recorder takes full snapshots in slices while the browser is idle: the snapshot starts with empty
 * elements that later slices fill. Viewers should see the page as the visitor did, so all slices, and changes
 * in between, are applied at the time of the snapshot.
 * @param events of a segment, sorted by time.
 * @returns the same events, some with another time.
 */
export function mergeSnapshotSlices(events: readonly RecordedEvent[]): RecordedEvent[] {
  const joined: (RecordedEvent | null)[] = [...events];
  events.forEach((picture, index) => {
    if (picture.type !== EVENT.fullSnapshot) return;
    const last = lastSlice(events, index);
    if (last <= index) return;
    const activity: RecordedEvent[] = [];
    // The recorder gives a later snapshot, and all events held back until its release, the same time, even changes after the last
    // slice.
    for (let place = index + 1; place < events.length; place += 1) {
      const event = events[place];
      const isAfter = place > last && (event?.timestamp ?? 0) > picture.timestamp;
      if (!event || isAfter || event.type === EVENT.fullSnapshot) break;
      const applied = { ...event, timestamp: picture.timestamp + AFTER };
      if (isOfDocument(event)) joined[place] = applied;
      // The visitor scrolled the whole page and typed into fields of slices, so not before them.
      else if (event.type === EVENT.incremental && event.timestamp <= applied.timestamp) {
        joined[place] = null;
        activity.push(applied);
      }
    }
    joined.push(...scrolledAfter(picture), ...activity);
  });
  return joined.filter((event) => event !== null).sort((one, other) => one.timestamp - other.timestamp);
}

/** The page of a sliced snapshot is too short to restore the scroll position until all slices are applied. Scroll after them. */
function scrolledAfter({ timestamp, data: { node, initialOffset } }: RecordedEvent): RecordedEvent[] {
  if (!isNode(node) || !isFields(initialOffset)) return [];
  const { left, top } = initialOffset;
  if (typeof left !== "number" || typeof top !== "number" || (left === 0 && top === 0)) return [];
  const data = { source: SOURCE.scroll, id: node.id, x: left, y: top };
  return [{ type: EVENT.incremental, timestamp: timestamp + AFTER, data }];
}

/**
 * Index of the snapshot's last slice; `start` if it has none.
 * @param start index of the snapshot.
 */
function lastSlice(events: readonly RecordedEvent[], start: number): number {
  const picture = events[start];
  const places = new Set(emptyPlaces(picture?.data.node));
  let last = start;
  for (let place = start + 1; place < events.length; place += 1) {
    const event = events[place];
    if (!event || !picture || event.type === EVENT.fullSnapshot) return last;
    if (event.timestamp - picture.timestamp > LONGEST) return last;
    const nodes = addedNodes(event);
    if (!nodes.some((node) => isNode(node) && places.has(node.id) && !isEmptyPlace(node))) continue;
    for (const id of nodes.flatMap(emptyPlaces)) places.add(id);
    last = place;
  }
  return last;
}

function isOfDocument({ type, data }: RecordedEvent): boolean {
  return type === EVENT.incremental && !USER_ACTIVITY.has(data.source);
}

function addedNodes({ type, data }: RecordedEvent): unknown[] {
  const isChange = type === EVENT.incremental && data.source === SOURCE.mutation;
  const adds: unknown[] = isChange && Array.isArray(data.adds) ? data.adds : [];
  return adds.map((added) => (isFields(added) ? added.node : null));
}

function emptyPlaces(node: unknown): unknown[] {
  if (!isNode(node)) return [];
  if (isEmptyPlace(node)) return [node.id];
  return Array.isArray(node.childNodes) ? node.childNodes.flatMap(emptyPlaces) : [];
}

/** Whether the element is a placeholder for a slice: empty and recorded with a size of zero. */
function isEmptyPlace(node: unknown): boolean {
  if (!isNode(node) || node.type !== NODE.element) return false;
  const { rr_width, rr_height } = node.attributes ?? {};
  return rr_width === "0px" && rr_height === "0px" && !node.childNodes?.length;
}
