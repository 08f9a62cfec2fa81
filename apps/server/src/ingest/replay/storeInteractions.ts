import {
  type KeptParameters,
  readablePath,
  redactText,
  redactUrl,
  type ScrollRecord,
} from "@marquee/contract";
import { checkInteraction, type ReceivedClick } from "@marquee/contract/schema";
import type { InteractionRow } from "../../platform/storage/events/replayRows.types.ts";
import type { RecordingRow } from "../../platform/storage/spool/entries.ts";
import type { Spool } from "../../platform/storage/spool/spool.ts";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import type { ClockMemory } from "../clockMemory.ts";
import { plausible } from "../enrich.ts";
import type { JsonBody } from "../readJson.ts";
import type { Rejections } from "../rejections.ts";
import { invalid } from "./refuseSegment.ts";
import { type CorrectedRequest, correctClock, digestOf, type ReplayRequest } from "./replayRequest.ts";

interface StoreOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  rejections: Pick<Rejections, "record">;
  keptParameters: KeptParameters;
  clocks: ClockMemory;
}

/** A rejected record and its rejection reason, for the response. */
interface RejectedRecord {
  index: number;
  reason: string;
}

/** Maximum records per batch; a minute has fewer. */
const MAX_RECORDS = 2500;

/**
 * Stores a batch's click and scroll records one by one; a bot's records are validated but not stored.
 * @returns the rejected ones.
 * @throws {RejectedRequest} 400 if the body is not a batch or no record is valid.
 */
export async function storeInteractions(
  body: JsonBody,
  request: ReplayRequest,
  { spool, rejections, keptParameters, clocks }: StoreOptions,
): Promise<RejectedRecord[]> {
  const rejected: RejectedRecord[] = [];
  // Distinguishes batches with identical records, such as clicks on the same spot. A resent record gets the same message ID.
  const batchId = typeof body.id === "string" ? body.id : "";
  const records = recordsOf(body).flatMap((record, index) => {
    const checked = checkInteraction(record);
    if (!("problem" in checked)) return [checked.value];
    rejected.push({ index, reason: checked.problem });
    return [];
  });
  const latest = Math.max(...records.map(({ timestamp }) => timestamp));
  const corrected = correctClock(request, latest, clocks);
  const rows = records.map((record): RecordingRow => {
    const id = digestOf(request, batchId + JSON.stringify(record));
    const row = toInteractionRow(record, corrected, { id, keptParameters });
    return { message_id: `interaction ${row.message_id}`, table: "interactions", row };
  });
  if (rows.length === 0) throw invalid(`events.${rejected[0]?.index}: ${rejected[0]?.reason}.`);
  for (const { reason } of rejected)
    rejections.record({ reason: "invalid_member", detail: `interaction: ${reason}`, bytes: 0 });
  if (!request.isBot) await spool.append(rows);
  return rejected;
}

function recordsOf({ version, events }: JsonBody): unknown[] {
  if (version !== 1) throw invalid("version must be 1.");
  if (!Array.isArray(events) || events.length === 0 || events.length > MAX_RECORDS)
    throw invalid(`events must be a list of 1 to ${MAX_RECORDS} records.`);
  return events;
}

/** The row of a record. @param options `id`: the message ID. */
function toInteractionRow(
  record: ReceivedClick | ScrollRecord,
  request: CorrectedRequest,
  { id, keptParameters }: { id: string; keptParameters: KeptParameters },
): InteractionRow {
  const url = redactUrl(record.pageUrl, keptParameters);
  return {
    message_id: id,
    session_id: request.sessionId,
    visitor_id: request.visitorId,
    timestamp: plausible(Math.round(record.timestamp + request.correction), request.receivedAt),
    received_at: request.receivedAt,
    url,
    path: URL.canParse(url) ? readablePath(new URL(url).pathname) : "",
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
    selector: redactText(click.selector ?? ""),
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
