import {
  COUNTERS,
  type ExclusionReason,
  type KeptParameters,
  type KnownCustomers,
  MAX_EVENT_BYTES,
  MAX_EVENT_DEPTH,
  type Milliseconds,
  ONE_DAY,
  type Timestamp,
} from "@marquee/contract";
import { describeEventProblem, type EventProblem } from "@marquee/contract/schema";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { Spool } from "../platform/storage/spool/spool.ts";
import type { ClockMemory } from "./clockMemory.ts";
import type { Counters } from "./counters.ts";
import { enrich, messageIdOf, OLDEST_EVENT, parseInstant, timesInBatch, type ValidEvent } from "./enrich.ts";
import { measureJson } from "./measureJson.ts";
import type { Rejections } from "./rejections.ts";
import { createSessionMemory } from "./sessionMemory.ts";
import { textRules } from "./textRules.ts";

/** The events of one request, independent of the wire protocol. */
interface Delivery {
  events: readonly unknown[];
  sentAt: unknown;
  userAgent: string;
  writeKey: string;
  /** ISO 3166-1 alpha-2 code of the sender's country, or empty. */
  country: string;
  /** Why valid events are counted instead of stored; null if they are stored. */
  exclusion: ExclusionReason | null;
  site: SiteIdentity;
}

/** A rejected event and its rejection reason, for the response. */
interface RejectedEvent {
  index: number;
  messageId: string | null;
  reason: string;
}

interface PipelineResult {
  accepted: number;
  duplicates: number;
  rejected: RejectedEvent[];
}

/** The pipeline that checks, enriches and spools events. */
export interface EventPipeline {
  /**
   * Resolves once the accepted events are flushed to disk.
   * @throws {SpoolError} if they could not be stored.
   */
  accept(delivery: Delivery): Promise<PipelineResult>;
}

interface EventPipelineOptions {
  spool: Pick<Spool, "append">;
  now: () => Timestamp;
  customers: () => KnownCustomers;
  keptParameters: KeptParameters;
  /** How long events are kept; null for ever. */
  retentionDays: number | null;
  correctionOf: ClockMemory["correctionOf"];
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
}

export function createEventPipeline(options: EventPipelineOptions): EventPipeline {
  const { spool, now, customers, keptParameters, retentionDays, correctionOf, rejections, counters } =
    options;
  const { sessionOf } = createSessionMemory();
  const longestAge = Math.min(OLDEST_EVENT, (retentionDays ?? Number.POSITIVE_INFINITY) * ONE_DAY);
  return {
    async accept({ events, sentAt, userAgent, writeKey, country, exclusion, site }) {
      const receivedAt = now();
      const facts = {
        receivedAt,
        sentAt: parseInstant(sentAt),
        correctionOf,
        userAgent,
        writeKey,
        site,
        country,
        customers: customers(),
        sessionOf,
        rules: textRules(site.hosts, keptParameters),
      };
      const rejected: RejectedEvent[] = [];
      const reject = (event: unknown, index: number, problem: Problem) => {
        rejections.record({ ...problem, event });
        rejected.push({ index, messageId: messageIdIn(event), reason: problem.detail });
      };
      const valid = events.flatMap((event, index) => {
        const problem = firstProblem(event);
        if (problem) reject(event, index, problem);
        return problem ? [] : [{ event: event as ValidEvent, index }];
      });
      const times = timesInBatch(
        valid.map(({ event }) => event),
        facts,
      );
      const rows = valid.flatMap(({ event, index }, place) => {
        const time = times[place];
        if (!time || time.timestamp >= receivedAt - longestAge)
          return enrich(withMessageId(event), facts, time);
        reject(event, index, tooOld(event, time.timestamp, longestAge));
        return [];
      });
      rejected.sort((one, other) => one.index - other.index);
      if (rows.length === 0) return { accepted: 0, duplicates: 0, rejected };
      if (exclusion) {
        counters.add(COUNTERS.excluded, exclusion, rows.length);
        return { accepted: rows.length, duplicates: 0, rejected };
      }
      const appended = await spool.append(rows);
      counters.add(COUNTERS.accepted, "", appended.accepted);
      counters.add(COUNTERS.duplicate, "", appended.duplicates);
      return { ...appended, rejected };
    },
  };
}

type Problem = EventProblem & { bytes: number };

function tooOld(event: unknown, timestamp: Timestamp, longestAge: Milliseconds): Problem {
  const at = new Date(timestamp);
  const time = Number.isNaN(at.getTime()) ? "long ago" : at.toISOString();
  const detail = `the event is from ${time}; only those of the last ${Math.floor(longestAge / ONE_DAY)} days are stored`;
  return { reason: "too_old", detail, bytes: bytesOf(event) };
}

/** Checks the depth first, because deep nesting would overflow the stack in later checks. */
function firstProblem(event: unknown): Problem | null {
  const { isTooDeep, mostBytes } = measureJson(event, MAX_EVENT_DEPTH);
  if (isTooDeep)
    return {
      reason: "too_deep",
      detail: `the event is nested deeper than ${MAX_EVENT_DEPTH} levels`,
      bytes: 0,
    };
  const bytes = mostBytes > MAX_EVENT_BYTES ? bytesOf(event) : 0;
  if (bytes > MAX_EVENT_BYTES) {
    const detail = `the event is ${bytes} bytes; the limit is ${MAX_EVENT_BYTES} bytes`;
    return { reason: "too_large", detail, bytes };
  }
  const problem = describeEventProblem(event);
  return problem && { ...problem, bytes: bytesOf(event) };
}

function bytesOf(event: unknown): number {
  return Buffer.byteLength(JSON.stringify(event) ?? "");
}

function withMessageId(event: ValidEvent): ValidEvent {
  return event.messageId ? event : { ...event, messageId: messageIdOf(event) };
}

function messageIdIn(event: unknown): string | null {
  if (typeof event !== "object" || event === null || !("messageId" in event)) return null;
  return typeof event.messageId === "string" ? event.messageId : null;
}
