import { createHash } from "node:crypto";
import { cutText, parseUrl, readablePath } from "@marquee/contract";
import type { LogEvent, RumEvent, TelemetryEvent } from "@marquee/contract/schema";
import { linkedSessionOf, withoutQueries, withoutQuery } from "../../platform/storage/events/keptColumns.ts";
import type { RumRow } from "../../platform/storage/events/replayRows.types.ts";
import type { RecordingRow } from "../../platform/storage/spool/entries.ts";
import type { Spool } from "../../platform/storage/spool/spool.ts";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import { type ClockMemory, correctSessionId } from "../clockMemory.ts";
import { toId } from "../eventTexts.ts";
import { plausible } from "../eventTimes.ts";
import type { Rejections } from "../rejections.ts";
import type { TextRules } from "../textRules.ts";
import type { ForwardedRequest } from "./forwardedRequest.ts";
import type { CheckCustomerData } from "./largeData.ts";
import { type ReadLine, type RejectedLine, readLines } from "./readLines.ts";

type Event = ReadLine["event"];

/** Datadog's durations are in nanoseconds. */
const NANOSECONDS_OF_MILLISECOND = 1_000_000;

const NAME_LENGTH = 1000;

const NO_DETAIL = { name: "", duration: 0, error_message: "", error_stack: "", frustration: "" };

interface StoreOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  rejections: Pick<Rejections, "record">;
  checkCustomerData: CheckCustomerData;
  rules: Pick<TextRules, "monitoring">;
  clocks: Pick<ClockMemory, "correctionOf">;
}

/**
 * Stores the valid lines of a batch and records the rejected ones; a bot's lines are validated but not stored.
 * @returns the rejected lines, and the stored ones as text. @throws {SpoolError} if the valid lines cannot be stored.
 */
export async function storeLines(
  track: "rum" | "logs",
  request: ForwardedRequest,
  body: string,
  { spool, rejections, checkCustomerData, rules, clocks }: StoreOptions,
): Promise<{ rejected: Omit<RejectedLine, "bytes">[]; stored: string[] }> {
  const { lines, rejected } = readLines(track, body, rules.monitoring);
  checkCustomerData(lines, request.encoding !== "");
  for (const { reason, bytes } of rejected)
    rejections.record({ reason: "invalid_member", detail: `monitoring: ${reason}`, bytes });
  const humanLines = request.isBot ? [] : lines;
  if (humanLines.length > 0) await spool.append(rowsOf(humanLines, request, clocks.correctionOf));
  return {
    rejected: rejected.map(({ index, reason }) => ({ index, reason })),
    stored: humanLines.map(({ raw }) => raw),
  };
}

/** Derives a line's ID from its text and how often the batch already contained it, so that a resent batch gets the same IDs. */
function rowsOf(
  lines: readonly ReadLine[],
  request: ForwardedRequest,
  correctionOf: ClockMemory["correctionOf"],
): RecordingRow[] {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const time = times.get(line.raw) ?? 0;
    times.set(line.raw, time + 1);
    const id = createHash("sha256").update(`${time}\n`).update(line.raw).digest("base64url");
    const row = toRumRow(line, request, { id, correctionOf });
    return { message_id: `monitoring ${id}`, table: "monitoring_events", row };
  });
}

/** @param options `id`: message ID of the line; the same when the line is resent. */
function toRumRow(
  { event, raw }: ReadLine,
  request: ForwardedRequest,
  { id, correctionOf }: { id: string; correctionOf: ClockMemory["correctionOf"] },
): RumRow {
  const { browser, os, device } = describeUserAgent(request.userAgent);
  const url = urlOf(event);
  const visitorId = toId(event.usr?.id || event.usr?.anonymous_id);
  const { receivedAt } = request;
  // The client does not send the time of the request, but the visitor's other requests do.
  const correction = correctionOf(visitorId, { sentAt: null, receivedAt });
  return {
    message_id: id,
    track: request.track,
    timestamp: plausible(Math.round(event.date + correction), receivedAt),
    received_at: receivedAt,
    visitor_id: visitorId,
    url,
    path: readablePath(parseUrl(url)?.pathname ?? ""),
    service: event.service ?? "",
    version: event.version ?? "",
    browser,
    os,
    device,
    country: request.country,
    linked_session: correctSessionId(linkedSessionOf(event), correction),
    raw,
    ...(isLog(event) ? logColumns(event) : { ...idsOf(event), ...rumColumns(event) }),
  };
}

function isLog(event: Event): event is LogEvent {
  return "message" in event && "status" in event;
}

function urlOf({ view }: Event): string {
  return view && "url" in view && typeof view.url === "string" ? view.url : "";
}

function idsOf({ type, application, session, view }: RumEvent | TelemetryEvent) {
  return {
    type,
    application_id: application?.id ?? "",
    session_id: session?.id ?? "",
    view_id: view?.id ?? "",
  };
}

function rumColumns(event: RumEvent | TelemetryEvent) {
  if (event.type === "telemetry") return NO_DETAIL;
  const { action, error, resource, long_task, vital, view } = event;
  const durations = [resource, long_task, vital].map((part) => part?.duration);
  durations.push(action?.loading_time, view.time_spent);
  return {
    name: vital?.name ?? action?.target?.name ?? error?.type ?? withoutQuery(resource?.url ?? ""),
    duration: (durations.find((duration) => duration !== undefined) ?? 0) / NANOSECONDS_OF_MILLISECOND,
    error_message: error?.message ?? "",
    error_stack: withoutQueries(error?.stack ?? ""),
    frustration: action?.frustration?.type?.join(",") ?? "",
  };
}

function logColumns(log: LogEvent) {
  return {
    type: log.status,
    application_id: log.application_id ?? "",
    session_id: log.session_id ?? "",
    view_id: log.view?.id ?? "",
    ...NO_DETAIL,
    name: cutText(log.message, NAME_LENGTH),
    error_stack: withoutQueries(log.error?.stack ?? ""),
  };
}
