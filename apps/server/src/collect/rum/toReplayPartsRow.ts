import { REPLAY_PROTOCOLS } from "@marquee/contract";
import type { ReplayEvent } from "@marquee/contract/schema";
import type { SegmentRow } from "../../storage/events/replayRows.types.ts";
import { describeUserAgent } from "../../visitor/userAgent.ts";
import { plausible } from "../enrich.ts";
import type { ForwardedRequest } from "./forwardedRequest.ts";

/**
 * A segment of Datadog's recorder, stored as it came and apart from ours: its sessions are named by texts, so `recording_id` holds the name
 * and `session_id` is 0.
 * @param segment a zlib stream. @param rawBytes what it unpacks to.
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
    raw_bytes: rawBytes,
    data: segment.toString("base64"),
  };
}
