import {
  COUNTERS,
  type ExclusionReason,
  type KeptParameters,
  type KnownCustomers,
  type Timestamp,
} from "@marquee/contract";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { Spool } from "../platform/storage/spool/spool.ts";
import type { ClockMemory } from "./clockMemory.ts";
import type { Counters } from "./counters.ts";
import { buildRows } from "./event.ts";
import { parseInstant } from "./eventTimes.ts";
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
  /** Why valid events are only counted; null if they are stored. */
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
  /** Retention of events in days; null to keep them forever. */
  retentionDays: number | null;
  correctionOf: ClockMemory["correctionOf"];
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
}

export function createEventPipeline(options: EventPipelineOptions): EventPipeline {
  const { spool, now, customers, keptParameters, retentionDays, correctionOf, rejections, counters } =
    options;
  const { sessionOf } = createSessionMemory();
  return {
    async accept({ events, sentAt, userAgent, writeKey, country, exclusion, site }) {
      const facts = {
        receivedAt: now(),
        sentAt: parseInstant(sentAt),
        correctionOf,
        userAgent,
        writeKey,
        site,
        country,
        customers: customers(),
        sessionOf,
        rules: textRules(site.hosts, keptParameters),
        retentionDays,
      };
      const rejected: RejectedEvent[] = [];
      const rows = buildRows(events, facts, ({ event, index }, problem) => {
        rejections.record({ ...problem, event });
        rejected.push({ index, messageId: messageIdIn(event), reason: problem.detail });
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

function messageIdIn(event: unknown): string | null {
  if (typeof event !== "object" || event === null || !("messageId" in event)) return null;
  return typeof event.messageId === "string" ? event.messageId : null;
}
