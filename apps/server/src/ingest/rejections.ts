import {
  COUNTERS,
  cutText,
  type Milliseconds,
  ONE_SECOND,
  type RejectionReason,
  redactText,
  shortenText,
  type Timestamp,
} from "@marquee/contract";
import type { Logger } from "pino";
import type { EventWriter } from "../platform/storage/events/eventStore.ts";
import { isAboutRows } from "../platform/storage/events/insertErrors.ts";
import { startBlockWriter, type WriteBlock } from "./blockWriter.ts";
import type { Counters } from "./counters.ts";
import { asRecord } from "./readJson.ts";
import { stripAddresses, type TextRule } from "./stripAddresses.ts";
import { textRules } from "./textRules.ts";

/** Maximum length of a sample in bytes. */
const SAMPLE_LENGTH = 2048;

const MOST_LEVELS = 8;

const MOST_VALUES = 400;

/**
 * Maximum length of each text in a sample. Texts are cut after redaction, so that nothing is cut before it is
 * recognized.
 */
const TEXT_LENGTH = 500;
const READ_LENGTH = 4 * TEXT_LENGTH;

/** The same rules as for events, because a deletion finds samples by the IDs and email addresses in them. */
const SAMPLE = shortened(textRules([], new Set()).events);

const CUT = "…";

/** A rejected event or request. */
export interface Rejection {
  reason: RejectionReason;
  /** The rejection reason as a readable text. */
  detail: string;
  /** The rejected event; undefined for a request without a readable event. */
  event?: unknown;
  /** Size of the rejected payload in bytes. */
  bytes: number;
}

/**
 * Stores rejected events so that people can find the cause. All are counted, but while the store is unavailable, at most 500 are
 * kept.
 */
export interface Rejections {
  record(rejection: Rejection): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** A row of the event store's table `rejected_events`. */
export interface RejectedRow {
  /** Milliseconds since the epoch. */
  received_at: Timestamp;
  reason: RejectionReason;
  detail: string;
  type: string;
  event: string;
  message_id: string;
  visitor_id: string;
  library: string;
  bytes: number;
  /** The event's JSON without IP addresses and secrets in URLs, truncated to 2 KB. */
  sample: string;
}

/**
 * Writes rejected events. If the event store can't read their content, only their reasons are stored.
 * @throws when the event store is unavailable.
 */
export function writeRejected({ insert }: Pick<EventWriter, "insert">): WriteBlock<RejectedRow> {
  return async (rows, token) => {
    try {
      await insert("rejected_events", rows, token);
    } catch (error) {
      if (!isAboutRows(error)) throw error;
      const bare = rows.map(({ received_at, reason, bytes }) => ({ received_at, reason, bytes }));
      await insert("rejected_events", bare, `${token}-bare`);
    }
  };
}

interface RejectionsOptions {
  write: WriteBlock<RejectedRow>;
  counters: Pick<Counters, "add">;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

const INTERVAL: Milliseconds = ONE_SECOND;
const MAX_WAITING = 500;
const NAME_LENGTH = 256;
const DETAIL_LENGTH = 500;

export function startRejections({ write, counters, now, log }: RejectionsOptions): Rejections {
  let waiting: RejectedRow[] = [];
  let unwritten = 0;
  const take = () => {
    const rows = waiting;
    waiting = [];
    return rows;
  };
  const writeCounted: typeof write = async (rows, token) => {
    await write(rows, token);
    unwritten -= rows.length;
  };
  const writer = startBlockWriter({
    name: "rejected events",
    take,
    write: writeCounted,
    interval: INTERVAL,
    log,
  });
  return {
    record(rejection) {
      counters.add(COUNTERS.rejected, rejection.reason);
      if (unwritten >= MAX_WAITING) return;
      unwritten += 1;
      waiting.push(rowOf(rejection, now()));
    },
    flush: writer.flush,
    stop: writer.stop,
  };
}

/** A rejected event can have any shape, or not be an object at all, so this assumes nothing. */
function rowOf({ reason, detail, event, bytes }: Rejection, receivedAt: Timestamp): RejectedRow {
  const fields = asRecord(event);
  const library = asRecord(asRecord(fields.context).library);
  return {
    received_at: receivedAt,
    reason,
    detail: cutText(redactText(detail), DETAIL_LENGTH),
    type: redactText(nameOf(fields.type)),
    event: redactText(nameOf(fields.event)),
    message_id: nameOf(fields.messageId),
    visitor_id: nameOf(fields.anonymousId) || nameOf(fields.userId),
    library: nameOf(library.name),
    bytes,
    sample: event === undefined ? "" : sampleOf(event),
  };
}

/** A string or number as a text of limited length; empty for any other value. */
export function nameOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? cutText(String(value), NAME_LENGTH) : "";
}

/**
 * The start of an event's JSON, so that people can see the problem: at most 2 KB and eight levels, without IP
 * addresses, and with texts redacted as in events. Safe for events of any depth and size.
 */
export function sampleOf(event: unknown): string {
  let left = MOST_VALUES;
  /** Copies at most `levels` levels. */
  const copy = (value: unknown, levels: number): unknown => {
    left -= 1;
    if (typeof value === "string") return cutText(value, READ_LENGTH);
    if (typeof value !== "object" || value === null) return value;
    if (levels === 0 || left <= 0) return CUT;
    if (Array.isArray(value)) return value.slice(0, left).map((each) => copy(each, levels - 1));
    const members = Object.entries(value).slice(0, left);
    return Object.fromEntries(
      members.map(([name, each]) => [shortenText(name, TEXT_LENGTH), copy(each, levels - 1)]),
    );
  };
  const redacted = stripAddresses(copy(event, MOST_LEVELS), SAMPLE);
  return cutSample(JSON.stringify(redacted) ?? "");
}

function shortened({ redact, within }: TextRule): TextRule {
  return {
    redact: (text, facts, beside) => shortenText(redact(text, facts, beside), TEXT_LENGTH),
    within: new Map([...(within ?? [])].map(([name, rule]) => [name, shortened(rule)])),
  };
}

/** Truncates to {@link SAMPLE_LENGTH} bytes at a character boundary. */
function cutSample(json: string): string {
  const bytes = Buffer.from(json);
  if (bytes.byteLength <= SAMPLE_LENGTH) return json;
  const room = SAMPLE_LENGTH - Buffer.byteLength(CUT);
  return new TextDecoder("utf-8", { fatal: false })
    .decode(bytes.subarray(0, room), { stream: true })
    .concat(CUT);
}
