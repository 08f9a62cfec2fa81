import { once } from "node:events";
import { createDeflate } from "node:zlib";
import { MAX_SEGMENT_RAW_BYTES, REPLAY_PROTOCOLS } from "@marquee/contract";
import { wellFormedJson } from "../../storage/wellFormedJson.ts";
import { redactEmails } from "../stripAddresses.ts";
import { addEventFacts, type EventFacts, emptyFacts } from "./eventFacts.ts";
import { inflateBody } from "./inflateBody.ts";
import { badJson, invalid } from "./refuseSegment.ts";
import { splitEvents } from "./splitEvents.ts";

/** Compresses events to a zlib stream of a JSON array. */
interface EventPacker {
  /** @param json one event. */
  add(json: Buffer): void;
  /** Resolves once there is room for more. */
  ready(): Promise<void>;
  /** @returns the whole stream in base64. */
  finish(): Promise<string>;
  /** Releases the stream; safe after `finish`. */
  abandon(): void;
}

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
 * Reads a body in our own format or in Amplitude's, whose events are JSON strings. Keeps only one event and the
 * compressed result in memory. A body of our recorder is kept as it is, because compressing its events again would take a quarter of the time.
 * @throws {RejectedRequest} if the body is invalid or exceeds a limit.
 */
export async function readSegment(body: Buffer, encoding: string): Promise<ReadSegment> {
  const facts = emptyFacts();
  const isZlib = encoding.trim().toLowerCase() === "deflate";
  let packer: EventPacker | undefined;
  let rawBytes = 0;
  let texts = 0;
  const pack = (json: Buffer) => {
    packer ??= packEvents();
    packer.add(json);
  };
  const splitter = splitEvents((json) => {
    const event = parse(json);
    if (typeof event !== "string") {
      addEventFacts(facts, event);
      if (!isZlib) pack(json);
      return;
    }
    texts += 1;
    // The same limits apply inside the string.
    const inner = splitEvents((innerJson) => {
      addEventFacts(facts, parse(innerJson));
      pack(innerJson);
    });
    inner.push(Buffer.from(`{"events":[${redactEmails(event)}]}`));
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
    return { protocol, metadata: segment, facts, rawBytes, data };
  } finally {
    packer?.abandon();
  }
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
