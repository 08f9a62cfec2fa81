import { MAX_EVENT_BYTES, MAX_EVENT_DEPTH, type Timestamp } from "@marquee/contract";
import { describeEventProblem } from "@marquee/contract/schema";
import type { Spool } from "../storage/spool/spool.ts";
import type { Countries } from "./countries.ts";
import { isDeeperThan } from "./depth.ts";
import { enrich, messageIdOf, parseInstant, type ValidEvent } from "./enrich.ts";
import { createSessionMemory } from "./sessionMemory.ts";

/** One request's worth of events, whichever wire protocol it came by. */
interface Delivery {
  events: readonly unknown[];
  sentAt: unknown;
  userAgent: string;
  writeKey: string;
  /** Where the request came from. It tells the country and goes no further. */
  address: string;
}

/** An event that was not taken, and why, for whoever sent it. */
interface Rejection {
  index: number;
  messageId: string | null;
  reason: string;
}

interface IngestResult {
  accepted: number;
  duplicates: number;
  rejected: Rejection[];
}

/** The one way into the stores, shared by all wire protocols: check, enrich, spool. */
export interface Ingest {
  /** Resolves once what was accepted lies flushed on disk. @throws SpoolError when it could not be kept. */
  accept(delivery: Delivery): Promise<IngestResult>;
}

interface IngestOptions {
  spool: Pick<Spool, "append">;
  now: () => Timestamp;
  siteHosts: readonly string[];
  countries: Countries;
}

export function createIngest({ spool, now, siteHosts, countries }: IngestOptions): Ingest {
  const { sessionOf } = createSessionMemory();
  return {
    async accept({ events, sentAt, userAgent, writeKey, address }) {
      const country = countries.codeOf(address);
      const facts = {
        receivedAt: now(),
        sentAt: parseInstant(sentAt),
        userAgent,
        writeKey,
        siteHosts,
        country,
        sessionOf,
      };
      const rejected: Rejection[] = [];
      const rows = events.flatMap((event, index) => {
        const reason = problemOf(event);
        if (!reason) return enrich(withMessageId(event as ValidEvent), facts);
        rejected.push({ index, messageId: messageIdIn(event), reason });
        return [];
      });
      if (rows.length === 0) return { accepted: 0, duplicates: 0, rejected };
      return { ...(await spool.append(rows)), rejected };
    },
  };
}

function problemOf(event: unknown): string | null {
  if (isDeeperThan(event, MAX_EVENT_DEPTH)) return `nests deeper than ${MAX_EVENT_DEPTH} levels`;
  const size = Buffer.byteLength(JSON.stringify(event) ?? "");
  if (size > MAX_EVENT_BYTES) return `is ${size} bytes; an event may have ${MAX_EVENT_BYTES}`;
  return describeEventProblem(event);
}

function withMessageId(event: ValidEvent): ValidEvent {
  return event.messageId ? event : { ...event, messageId: messageIdOf(event) };
}

function messageIdIn(event: unknown): string | null {
  if (typeof event !== "object" || event === null || !("messageId" in event)) return null;
  return typeof event.messageId === "string" ? event.messageId : null;
}
