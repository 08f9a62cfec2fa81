import { asRecord } from "../readJson.ts";
import { invalid, MAX_EVENTS, tooManyEvents } from "./refuseSegment.ts";

/** Facts about all events of a segment. Times are milliseconds since the epoch, by the visitor's clock. */
export interface EventFacts {
  count: number;
  start: number;
  end: number;
  hasFullSnapshot: boolean;
  /** Page URL of the first meta event that has one; empty without any. */
  pageUrl: string;
  viewportWidth: number;
  viewportHeight: number;
}

/** Event types of rrweb (https://github.com/rrweb-io/rrweb/blob/main/packages/types/src/index.ts). */
const FULL_SNAPSHOT = 2;
export const META = 4;

/**
 * Adds the facts of one event.
 * @throws {RejectedRequest} 400 if it is not a valid rrweb event, 413 if the segment already has the maximum number.
 */
export function addEventFacts(facts: EventFacts, event: unknown): void {
  if (facts.count >= MAX_EVENTS) throw tooManyEvents();
  const { type, timestamp, data } = asRecord(event);
  if (!Number.isInteger(type) || typeof timestamp !== "number" || !(timestamp >= 0))
    throw invalid(`events.${facts.count} must have a number as type and one as timestamp (rrweb's format).`);
  facts.start = facts.count === 0 ? timestamp : Math.min(facts.start, timestamp);
  facts.end = Math.max(facts.end, timestamp);
  facts.count += 1;
  facts.hasFullSnapshot ||= type === FULL_SNAPSHOT;
  if (type === META && facts.pageUrl === "") notePage(facts, asRecord(data));
}

export function emptyFacts(): EventFacts {
  return {
    count: 0,
    start: 0,
    end: 0,
    hasFullSnapshot: false,
    pageUrl: "",
    viewportWidth: 0,
    viewportHeight: 0,
  };
}

function notePage(facts: EventFacts, { href, width, height }: Record<string, unknown>): void {
  if (typeof href === "string") facts.pageUrl = href;
  if (typeof width === "number") facts.viewportWidth = width;
  if (typeof height === "number") facts.viewportHeight = height;
}
