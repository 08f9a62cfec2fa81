import {
  type KeptParameters,
  ONE_DAY,
  REPLAY_PROTOCOLS,
  readablePath,
  redactUrl,
  type SegmentMetadata,
} from "@marquee/contract";
import { checkMetadata } from "@marquee/contract/schema";
import type { SegmentRow } from "../../platform/storage/events/replayRows.types.ts";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import type { ClockMemory } from "../clockMemory.ts";
import { isPlausible } from "../enrich.ts";
import type { EventFacts } from "./eventFacts.ts";
import type { ReadSegment } from "./readSegment.ts";
import { invalid } from "./refuseSegment.ts";
import type { CorrectedRequest } from "./replayRequest.ts";

/** Larger viewports are not plausible, and the column can't hold them. */
const MOST_PIXELS = 65_535;

/**
 * The row of a segment, from its metadata and events.
 * @param options `id`: message ID for segments without their own.
 * @throws {RejectedRequest} 400 if the metadata is invalid.
 */
export function toSegmentRow(
  segment: ReadSegment,
  request: CorrectedRequest,
  { id, keptParameters, clocks }: { id: string; keptParameters: KeptParameters; clocks: ClockMemory },
): SegmentRow {
  const { protocol, metadata, facts, rawBytes, data } = segment;
  const said =
    protocol === REPLAY_PROTOCOLS.ours
      ? ownColumns(metadata, request, clocks)
      : foreignColumns(facts, request, id);
  const { browser, os, device } = describeUserAgent(said.user_agent);
  const url = redactUrl(said.url, keptParameters);
  return {
    ...said,
    url,
    protocol,
    session_id: request.sessionId,
    visitor_id: request.visitorId,
    event_count: facts.count,
    received_at: request.receivedAt,
    path: URL.canParse(url) ? readablePath(new URL(url).pathname) : "",
    browser,
    os,
    device,
    country: request.country,
    raw_bytes: rawBytes,
    data,
  };
}

type Said = Omit<
  SegmentRow,
  | "protocol"
  | "session_id"
  | "visitor_id"
  | "event_count"
  | "received_at"
  | "path"
  | "browser"
  | "os"
  | "device"
  | "country"
  | "raw_bytes"
  | "data"
>;

function ownColumns(value: unknown, request: CorrectedRequest, clocks: ClockMemory): Said {
  const checked = checkMetadata(value);
  if ("problem" in checked) throw invalid(`segment: ${checked.problem}.`);
  const metadata: SegmentMetadata = checked.value;
  if (metadata.id !== `${metadata.recordingId}.${metadata.index}`)
    throw invalid("segment: id must be the recordingId, a dot, and the index.");
  const correction = clocks.correctionOfRecording(metadata.recordingId, request.correction);
  return {
    message_id: metadata.id,
    recording_id: metadata.recordingId,
    segment_index: metadata.index,
    first_event: metadata.firstEvent,
    ...timesOf(metadata, { ...request, correction }),
    has_full_snapshot: metadata.hasFullSnapshot ? 1 : 0,
    reason: metadata.reason,
    url: metadata.pageUrl,
    page_version: metadata.pageVersion,
    viewport_width: Math.round(metadata.viewportWidth),
    viewport_height: Math.round(metadata.viewportHeight),
    user_agent: metadata.userAgent || request.userAgent,
    privacy_level: metadata.privacyLevel,
    admission: metadata.admission,
    rule: metadata.rule ?? "",
  };
}

/** Missing metadata is derived from the events or stays empty. */
function foreignColumns(facts: EventFacts, request: CorrectedRequest, id: string): Said {
  return {
    message_id: id,
    recording_id: "",
    segment_index: 0,
    first_event: 0,
    ...timesOf(facts, request),
    has_full_snapshot: facts.hasFullSnapshot ? 1 : 0,
    reason: "",
    url: facts.pageUrl,
    page_version: "",
    viewport_width: pixelsOf(facts.viewportWidth),
    viewport_height: pixelsOf(facts.viewportHeight),
    user_agent: request.userAgent,
    privacy_level: "",
    admission: "",
    rule: "",
  };
}

function pixelsOf(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), MOST_PIXELS) || 0;
}

/** Times by the server's clock. If those are implausible, the segment ends when it was received and keeps its length, up to a day. */
function timesOf(
  { start, end }: { start: number; end: number },
  { receivedAt, correction }: CorrectedRequest,
): Pick<SegmentRow, "started" | "ended" | "clock_correction"> {
  const [started, ended] = [Math.round(start + correction), Math.round(end + correction)];
  if (isPlausible(started, receivedAt) && isPlausible(ended, receivedAt) && started <= ended)
    return { started, ended, clock_correction: correction };
  const length = Math.min(Math.max(end - start, 0), ONE_DAY);
  const offset = Math.round(receivedAt - end);
  return {
    started: Math.round(receivedAt - length),
    ended: receivedAt,
    clock_correction: Number.isSafeInteger(offset) ? offset : 0,
  };
}
