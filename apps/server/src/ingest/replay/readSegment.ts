import { once } from "node:events";
import { createDeflate } from "node:zlib";
import {
  type KeptParameters,
  MAX_SEGMENT_RAW_BYTES,
  REDACTED,
  REPLAY_PROTOCOLS,
  redactUrl,
} from "@marquee/contract";
import { wellFormedJson } from "../../platform/storage/wellFormedJson.ts";
import { asRecord } from "../readJson.ts";
import { addEventFacts, type EventFacts, emptyFacts, META } from "./eventFacts.ts";
import { inflateBody } from "./inflateBody.ts";
import { badJson, invalid } from "./refuseSegment.ts";
import { splitEvents } from "./splitEvents.ts";

/** Compresses events to a zlib stream of a JSON array. */
interface EventPacker {
  /** @param json one event. */
  add(json: Buffer): void;
  /** Resolves once more can be added. */
  ready(): Promise<void>;
  /** @returns the whole stream in base64. */
  finish(): Promise<string>;
  /** Releases the stream; safe after `finish`. */
  abandon(): void;
}

/** The `email` parameter of addresses within JSON (specification, section 5), which Amplitude's client does not remove. */
const EMAIL_PARAMETER = /([?&#;](?:e|%[46]5)(?:m|%[46]d)(?:a|%[46]1)(?:i|%[46]9)(?:l|%[46]c)=)[^&#;"\\\s]*/gi;

const LEVEL = 6;

/** Events are written in batches of this size, because each write crosses to another thread, which takes longer than compressing an event. */
const WRITE_BYTES = 64 * 1024;

const [OPENING, COMMA, CLOSING] = ["[", ",", "]"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** A decoded segment whose metadata is not validated yet. */
export interface ReadSegment {
  protocol: typeof REPLAY_PROTOCOLS.ours | typeof REPLAY_PROTOCOLS.amplitude;
  /** The property `segment`; undefined from Amplitude's client. */
  metadata: unknown;
  facts: EventFacts;
  /** Decompressed size of the body in bytes. */
  rawBytes: number;
  /** A zlib stream, in base64: the body as our recorder sent it, or a JSON array of its events. */
  data: string;
}

/** The version of the batch that Amplitude's client sends when the page closes; the format is the same as version 1. */
const AMPLITUDE_EXIT_VERSION = 2;

/**
 * Reads a body in our own format or in Amplitude's, whose events are JSON strings. Keeps only one event and the compressed result in memory. A body
 * of our recorder is kept unchanged, because recompressing its events would take 25% of the time, unless it contains a page URL that may not be
 * stored.
 * @throws {RejectedRequest} if the body is invalid or exceeds a limit.
 */
export async function readSegment(
  body: Buffer,
  encoding: string,
  keptParameters: KeptParameters,
): Promise<ReadSegment> {
  const isZlib = encoding.trim().toLowerCase() === "deflate";
  const { isChanged, ...segment } = await readEvents(body, encoding, { keptParameters, isPacked: !isZlib });
  if (!isZlib || !isChanged) return segment;
  return readEvents(body, encoding, { keptParameters, isPacked: true });
}

interface ReadOptions {
  keptParameters: KeptParameters;
  /** Whether events that are objects are compressed again. */
  isPacked: boolean;
}

async function readEvents(
  body: Buffer,
  encoding: string,
  { keptParameters, isPacked }: ReadOptions,
): Promise<ReadSegment & { isChanged: boolean }> {
  const facts = emptyFacts();
  let isChanged = false;
  let packer: EventPacker | undefined;
  let rawBytes = 0;
  let texts = 0;
  const pack = (json: Buffer) => {
    packer ??= packEvents();
    packer.add(json);
  };
  /** @returns the event as stored. */
  const take = (json: Buffer, event: unknown): Buffer => {
    const redacted = redactPage(event, keptParameters);
    isChanged ||= redacted !== event;
    addEventFacts(facts, redacted);
    return redacted === event ? json : Buffer.from(JSON.stringify(redacted));
  };
  const splitter = splitEvents((json) => {
    const event = parse(json);
    if (typeof event !== "string") {
      const stored = take(json, event);
      if (isPacked) pack(stored);
      return;
    }
    texts += 1;
    // The same limits apply inside the string.
    const inner = splitEvents((innerJson) => {
      pack(take(innerJson, parse(innerJson)));
    });
    inner.push(Buffer.from(`{"events":[${event.replace(EMAIL_PARAMETER, `$1${REDACTED}`)}]}`));
    inner.end();
  });
  try {
    for await (const chunk of inflateBody(body, encoding, MAX_SEGMENT_RAW_BYTES)) {
      rawBytes += chunk.byteLength;
      splitter.push(chunk);
      await packer?.ready();
    }
    const { version, segment, events } = objectOf(parse(splitter.end()));
    if (!Array.isArray(events) || events.length > 0) throw invalid("events must be a list of events.");
    if (facts.count === 0) throw invalid("events must not be empty.");
    const isOurs = segment !== undefined;
    if (version !== 1 && (isOurs || version !== AMPLITUDE_EXIT_VERSION)) throw invalid("version must be 1.");
    if (texts !== (isOurs ? 0 : facts.count))
      throw invalid("events must be objects if there is a segment, and JSON strings otherwise.");
    const protocol = isOurs ? REPLAY_PROTOCOLS.ours : REPLAY_PROTOCOLS.amplitude;
    const data = packer ? await packer.finish() : body.toString("base64");
    return { protocol, metadata: segment, facts, rawBytes, data, isChanged };
  } finally {
    packer?.abandon();
  }
}

/** Redacts the page URL of an event, if it has one. The recorder redacts all other places. */
function redactPage(event: unknown, keptParameters: KeptParameters): unknown {
  const { type, data } = asRecord(event);
  const { href } = asRecord(data);
  if (type !== META || typeof href !== "string") return event;
  const redacted = redactUrl(href, keptParameters);
  return redacted === href ? event : { ...asRecord(event), data: { ...asRecord(data), href: redacted } };
}

function parse(json: Buffer | string): unknown {
  try {
    return JSON.parse(wellFormedJson(json.toString()));
  } catch {
    throw badJson();
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badJson();
  return value as Record<string, unknown>;
}

function packEvents(): EventPacker {
  const deflate = createDeflate({ level: LEVEL, chunkSize: WRITE_BYTES });
  const packed: Buffer[] = [];
  deflate.on("data", (chunk: Buffer) => packed.push(chunk));
  let waiting: Buffer[] = [];
  let size = 0;
  let hasRoom = true;
  let isEmpty = true;
  const write = () => {
    hasRoom = deflate.write(Buffer.concat(waiting, size));
    waiting = [];
    size = 0;
  };
  return {
    add(json) {
      waiting.push(isEmpty ? OPENING : COMMA, json);
      size += json.byteLength + 1;
      isEmpty = false;
      if (size >= WRITE_BYTES) write();
    },
    async ready() {
      if (!hasRoom) await once(deflate, "drain");
      hasRoom = true;
    },
    async finish() {
      deflate.end(Buffer.concat([...waiting, ...(isEmpty ? [OPENING] : []), CLOSING]));
      await once(deflate, "end");
      return Buffer.concat(packed).toString("base64");
    },
    abandon: () => void deflate.destroy(),
  };
}
