import { isFields, type RecordedEvent } from "./recorded.types.ts";

/** A segment's events, without those that are none. @throws when it is no list. */
export function parseSegment(json: ArrayBuffer): RecordedEvent[] {
  const list: unknown = JSON.parse(new TextDecoder().decode(json));
  if (!Array.isArray(list)) throw new Error("A segment is a list of events.");
  return list.filter(isEvent);
}

function isEvent(value: unknown): value is RecordedEvent {
  if (!isFields(value)) return false;
  const { type, timestamp, data } = value;
  return typeof type === "number" && Number.isFinite(timestamp) && isFields(data);
}
