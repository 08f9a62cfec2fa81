import type { ScrollRecord } from "@marquee/contract";
import type { ReceivedClick } from "@marquee/contract/schema";
import type { InteractionRow } from "../../storage/events/replayRows.types.ts";
import { describeUserAgent } from "../../visitor/userAgent.ts";
import { plausible } from "../enrich.ts";
import { redactEmails } from "../stripAddresses.ts";
import { digestOf, type ReplayRequest } from "./replayRequest.ts";

/**
 * A record as it is stored; sent again, it gets the same message id.
 * @param batchId tells batches apart that have the same records, such as clicks on one place; empty where the sender gives none.
 */
export function toInteractionRow(
  record: ReceivedClick | ScrollRecord,
  request: ReplayRequest,
  batchId: string,
): InteractionRow {
  return {
    message_id: digestOf(request, batchId + JSON.stringify(record)),
    session_id: request.sessionId,
    visitor_id: request.visitorId,
    timestamp: plausible(Math.round(record.timestamp), request.receivedAt),
    received_at: request.receivedAt,
    url: redactEmails(record.pageUrl),
    path: URL.canParse(record.pageUrl) ? new URL(record.pageUrl).pathname : "",
    page_version: record.pageVersion ?? "",
    section_id: record.sectionId ?? "",
    page_height: Math.round(record.pageHeight ?? 0),
    viewport_width: Math.round(record.viewportWidth),
    viewport_height: Math.round(record.viewportHeight),
    device: describeUserAgent(request.userAgent).device,
    country: request.country,
    ...(record.type === "click" ? clickColumns(record) : scrollColumns(record)),
  };
}

function clickColumns(click: ReceivedClick) {
  return {
    type: click.type,
    selector: click.selector ?? "",
    clicks: click.count ?? 1,
    frustration: click.frustration ?? "",
    x: click.x,
    y: click.y,
    element_x: click.elementX ?? 0,
    element_y: click.elementY ?? 0,
    page_width: Math.round(click.pageWidth ?? 0),
    max_scroll_x: 0,
    max_scroll_y: 0,
    max_scroll_width: 0,
    max_scroll_height: 0,
  };
}

function scrollColumns(scroll: ScrollRecord) {
  return {
    type: scroll.type,
    selector: "",
    clicks: 0,
    frustration: "",
    x: 0,
    y: 0,
    element_x: 0,
    element_y: 0,
    page_width: 0,
    max_scroll_x: scroll.maxScrollX,
    max_scroll_y: scroll.maxScrollY,
    max_scroll_width: scroll.maxScrollWidth,
    max_scroll_height: scroll.maxScrollHeight,
  };
}
