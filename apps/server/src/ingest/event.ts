import { createHash } from "node:crypto";
import { MAX_EVENT_BYTES, MAX_EVENT_DEPTH, ONE_DAY } from "@marquee/contract";
import { describeEventProblem, type EventProblem } from "@marquee/contract/schema";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { enrich } from "./enrich.ts";
import type { RequestFacts, ValidEvent } from "./event.types.ts";
import { OLDEST_EVENT, type Times, timesInBatch } from "./eventTimes.ts";
import { measureJson } from "./measureJson.ts";

/** Why an event is dropped. */
type Problem = EventProblem & { bytes: number };

/** An event in the pipeline. */
interface IncomingEvent {
  /** Its place in the request. */
  index: number;
  /** The event as sent, which may be anything before {@link checkSchema}. */
  event: ValidEvent;
  /** Corrected times; undefined before {@link correctClocks}. */
  times?: Times | undefined;
  /** The row to store; undefined before {@link buildRow}. */
  row?: EventRow;
}

/** Facts about the request, and how long its events may be kept. */
interface EventFacts extends RequestFacts {
  /** In days; null for no limit. */
  retentionDays: number | null;
}

/** Changes the event, or returns why it is dropped. */
type Step = (incoming: IncomingEvent, facts: EventFacts) => Problem | null;
type Drop = (dropped: IncomingEvent, problem: Problem) => void;

/**
 * The steps for the events of a request, in order. Afterward, `eventPipeline.ts` counts events of excluded senders, and stores the others unless the
 * spool already has them.
 * @param drop called for each dropped event.
 */
export function buildRows(events: readonly unknown[], facts: EventFacts, drop: Drop): EventRow[] {
  const sent = events.map((event, index): IncomingEvent => ({ index, event: event as ValidEvent }));
  const valid = take([limitSize, checkSchema, addMessageId], sent, facts, drop);
  correctClocks(valid, facts);
  return take([limitAge, buildRow], valid, facts, drop).flatMap(({ row }) => row ?? []);
}

/** Runs each event through the steps. @returns the events that passed. */
function take(
  steps: readonly Step[],
  events: readonly IncomingEvent[],
  facts: EventFacts,
  drop: Drop,
): IncomingEvent[] {
  return events.filter((incoming) => {
    for (const step of steps) {
      const problem = step(incoming, facts);
      if (!problem) continue;
      drop(incoming, problem);
      return false;
    }
    return true;
  });
}

/** Runs first, because deep nesting would overflow the stack in later steps. */
function limitSize({ event }: IncomingEvent): Problem | null {
  const { isTooDeep, mostBytes } = measureJson(event, MAX_EVENT_DEPTH);
  if (isTooDeep)
    return {
      reason: "too_deep",
      detail: `the event is nested deeper than ${MAX_EVENT_DEPTH} levels`,
      bytes: 0,
    };
  const bytes = mostBytes > MAX_EVENT_BYTES ? bytesOf(event) : 0;
  if (bytes <= MAX_EVENT_BYTES) return null;
  const detail = `the event is ${bytes} bytes; the limit is ${MAX_EVENT_BYTES} bytes`;
  return { reason: "too_large", detail, bytes };
}

function checkSchema({ event }: IncomingEvent): Problem | null {
  const problem = describeEventProblem(event);
  return problem && { ...problem, bytes: bytesOf(event) };
}

/** A resent event without an ID gets the same ID. */
function addMessageId(incoming: IncomingEvent): null {
  const { event } = incoming;
  if (!event.messageId)
    incoming.event = {
      ...event,
      messageId: createHash("sha256").update(JSON.stringify(event)).digest("base64url"),
    };
  return null;
}

/** Processes all events together, so that events that would be too late keep their order. */
function correctClocks(events: readonly IncomingEvent[], facts: EventFacts): void {
  const times = timesInBatch(
    events.map(({ event }) => event),
    facts,
  );
  for (const [place, incoming] of events.entries()) incoming.times = times[place];
}

function limitAge(
  { event, times }: IncomingEvent,
  { receivedAt, retentionDays }: EventFacts,
): Problem | null {
  const longestAge = Math.min(OLDEST_EVENT, (retentionDays ?? Number.POSITIVE_INFINITY) * ONE_DAY);
  if (!times || times.timestamp >= receivedAt - longestAge) return null;
  const at = new Date(times.timestamp);
  const time = Number.isNaN(at.getTime()) ? "long ago" : at.toISOString();
  const detail = `the event is from ${time}; only those of the last ${Math.floor(longestAge / ONE_DAY)} days are stored`;
  return { reason: "too_old", detail, bytes: bytesOf(event) };
}

/** Identity, page, source, country and device, without IP addresses and email addresses. */
function buildRow(incoming: IncomingEvent, facts: EventFacts): null {
  incoming.row = enrich(incoming.event, facts, incoming.times);
  return null;
}

function bytesOf(event: unknown): number {
  return Buffer.byteLength(JSON.stringify(event) ?? "");
}
