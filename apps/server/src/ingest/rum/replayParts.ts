import { once } from "node:events";
import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { MAX_SEGMENT_BYTES, REPLAY_PROTOCOLS } from "@marquee/contract";
import { checkReplayEvent, type ReplayEvent } from "@marquee/contract/schema";
import type { SegmentRow } from "../../platform/storage/events/replayRows.types.ts";
import { wellFormedJson } from "../../platform/storage/wellFormedJson.ts";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import { plausible } from "../enrich.ts";
import { invalid, tooLarge } from "../replay/refuseSegment.ts";
import type { ForwardedRequest } from "./forwardedRequest.ts";

/** A segment of Datadog's recorder; `event` is its metadata (browser-rum, `buildReplayPayload.ts`). */
interface ReplayParts {
  /** A zlib stream. */
  segment: Buffer;
  event: ReplayEvent;
}

const MAX_EVENT_BYTES = 64 * 1024;
const LIMITS = { fields: 4, files: 4, parts: 8, headerPairs: 20, fieldSize: MAX_EVENT_BYTES };

/**
 * Reads the parts of a multipart body.
 * @param body its size must already be limited.
 * @throws {RejectedRequest} 400 if a part is missing or invalid, 413 if one is too large.
 */
export async function readReplayParts(body: Buffer, contentType: string | undefined): Promise<ReplayParts> {
  const parts = await readParts(body, contentType);
  const segment = parts.get("segment");
  const event = parts.get("event");
  if (!segment || !event) throw invalid("The body must have the parts segment and event.");
  if (segment.byteLength > MAX_SEGMENT_BYTES) throw tooLarge(`segment exceeds ${MAX_SEGMENT_BYTES} bytes.`);
  if (event.byteLength > MAX_EVENT_BYTES) throw tooLarge(`event exceeds ${MAX_EVENT_BYTES} bytes.`);
  const checked = checkReplayEvent(parseJson(event));
  if ("problem" in checked) throw invalid(`event: ${checked.problem}.`);
  return { segment, event: checked.value };
}

async function readParts(body: Buffer, contentType = ""): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  try {
    const busboy = new Busboy({ headers: { "content-type": contentType }, limits: LIMITS });
    busboy.on("file", (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => parts.set(name, Buffer.concat(chunks)));
      // Ignored: Busboy itself emits the same error.
      stream.on("error", () => undefined);
    });
    busboy.on("field", (name, value) => parts.set(name, Buffer.from(String(value))));
    Readable.from([body]).pipe(busboy);
    await once(busboy, "finish");
  } catch {
    throw invalid("The body must be multipart/form-data with the parts segment and event.");
  }
  return parts;
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(wellFormedJson(text.toString()));
  } catch {
    throw invalid("The part event must be JSON.");
  }
}

/**
 * The row of a segment from Datadog's recorder. Its data is stored unchanged and separately from our own segments: its session IDs are strings,
 * so `recording_id` contains the ID and `session_id` is 0.
 * @param segment a zlib stream. @param rawBytes its decompressed size.
 */
export function toReplayPartsRow(
  { segment, event, rawBytes }: { segment: Buffer; event: ReplayEvent; rawBytes: number },
  request: ForwardedRequest,
): SegmentRow {
  const { browser, os, device } = describeUserAgent(request.userAgent);
  return {
    message_id: `${event.view.id}.${event.index_in_view}.${event.start}`,
    protocol: REPLAY_PROTOCOLS.datadog,
    session_id: 0,
    visitor_id: "",
    recording_id: event.session.id,
    segment_index: event.index_in_view,
    first_event: 0,
    event_count: event.records_count,
    started: plausible(Math.round(event.start), request.receivedAt),
    ended: plausible(Math.round(event.end), request.receivedAt),
    clock_correction: 0,
    received_at: request.receivedAt,
    has_full_snapshot: event.has_full_snapshot ? 1 : 0,
    reason: event.creation_reason,
    url: "",
    path: "",
    page_version: "",
    viewport_width: 0,
    viewport_height: 0,
    user_agent: request.userAgent,
    browser,
    os,
    device,
    country: request.country,
    privacy_level: "",
    admission: "manual",
    rule: "",
    raw_bytes: rawBytes,
    data: segment.toString("base64"),
  };
}
