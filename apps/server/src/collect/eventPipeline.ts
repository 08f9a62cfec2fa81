import {
  COUNTERS,
  type ExclusionReason,
  type KeptParameters,
  type KnownCustomers,
  MAX_EVENT_BYTES,
  MAX_EVENT_DEPTH,
  type Timestamp,
} from "@marquee/contract";
import { describeEventProblem, type EventProblem } from "@marquee/contract/schema";
import type { SiteIdentity } from "../config/siteOf.ts";
import type { Spool } from "../storage/spool/spool.ts";
import type { Counters } from "./counters.ts";
import { enrich, messageIdOf, parseInstant, type ValidEvent } from "./enrich.ts";
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
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
}

export function createEventPipeline(options: EventPipelineOptions): EventPipeline {
  const { spool, now, customers, keptParameters, rejections, counters } = options;
  const { sessionOf } = createSessionMemory();
  return {
    async accept({ events, sentAt, userAgent, writeKey, country, exclusion, site }) {
      const facts = {
        receivedAt: now(),
        sentAt: parseInstant(sentAt),
        userAgent,
        writeKey,
        site,
        country,
        customers: customers(),
        sessionOf,
        rules: textRules(site.hosts, keptParameters),
      };
      const rejected: RejectedEvent[] = [];
      const rows = events.flatMap((event, index) => {
        const problem = firstProblem(event);
        if (!problem) return enrich(withMessageId(event as ValidEvent), facts);
        rejections.record({ ...problem, event });
        rejected.push({ index, messageId: messageIdIn(event), reason: problem.detail });
        return [];
      });
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

/** Checks the depth first, because deep nesting would overflow the stack in later checks. */
function firstProblem(event: unknown): (EventProblem & { bytes: number }) | null {
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
