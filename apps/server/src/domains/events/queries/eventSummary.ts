import { cutText } from "@marquee/contract";
import type { EventSummary } from "@marquee/contract/schema";
import { readSessionMoment, SESSION_MOMENT, type SessionMoment } from "../../replay/queries/sessionMoment.ts";

/** Columns of an event in a list. Convert rows with {@link readEventSummary}. */
export const EVENT_SUMMARY = `message_id AS messageId, anonymous_id AS anonymousId, type, event, host, path, properties, source, browser, os, device, country,
  ${SESSION_MOMENT}, toUnixTimestamp64Milli(received_at) AS receivedAt, bot != '' AS isBot`;

/** A listed event, and when it happened in its session. */
export type StoredEventSummary = Omit<EventSummary, "replay"> & { moment: SessionMoment };

export type EventSummaryRow = Omit<StoredEventSummary, "isBot" | "moment" | "properties"> &
  SessionMoment & { isBot: 0 | 1; properties: string };

export function readEventSummary({ sessionId, at, ...row }: EventSummaryRow): StoredEventSummary {
  return {
    ...row,
    properties: readProperties(row.properties),
    receivedAt: Number(row.receivedAt),
    isBot: row.isBot === 1,
    moment: readSessionMoment({ sessionId, visitorId: row.visitorId, at }),
  };
}

const MAX_PROPERTIES = 30;
const MAX_VALUE_LENGTH = 300;

/** String, number and boolean properties, as text. */
function readProperties(json: string): Record<string, string> {
  const properties = parseObject(json);
  const texts = Object.entries(properties).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  return Object.fromEntries(
    texts.slice(0, MAX_PROPERTIES).map(([name, value]) => [name, cutText(String(value), MAX_VALUE_LENGTH)]),
  );
}

function parseObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
