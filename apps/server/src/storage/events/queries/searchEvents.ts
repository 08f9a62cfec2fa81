import type { EventFilter, EventSummary } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { ALL_ERRORS } from "./errors/errorRows.ts";
import { readSessionMoment, SESSION_MOMENT, type SessionMoment } from "./replays/sessionMoment.ts";
import { SAW_VARIATION, variationParams } from "./sawVariation.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

/** Position of an event in the list, which is sorted by receive time, then message ID, both descending. */
interface EventPlace {
  /** Milliseconds since the epoch. */
  receivedAt: number;
  messageId: string;
}

interface SearchOptions extends Span {
  filter: EventFilter;
  /** Only events after this one in the list. */
  before: EventPlace | null;
  limit: number;
}

/** A found event, and when it happened in its session. */
type StoredEventSummary = Omit<EventSummary, "replay"> & { moment: SessionMoment };

type Row = Omit<StoredEventSummary, "isBot" | "moment"> & SessionMoment & { isBot: 0 | 1 };

/** Each condition is independent and uses the parameter of the same name. */
const CONDITIONS: Record<Exclude<keyof EventFilter, "kind">, string> = {
  type: "type = {type:String}",
  event: "positionCaseInsensitiveUTF8(event, {event:String}) > 0",
  path: `if(startsWith({path:String}, '/'), path = {path:String},
    positionCaseInsensitiveUTF8(path, {path:String}) > 0)`,
  error: `message_id IN (SELECT message_id FROM ${ALL_ERRORS}
    WHERE positionCaseInsensitiveUTF8(said, {error:String}) > 0 OR fingerprint = {error:String})`,
  person: "(visitor_id = {person:String} OR anonymous_id = {person:String} OR user_id = {person:String})",
  messageId: "message_id = {messageId:String}",
  country: "country = upper({country:String})",
  device: "device = {device:String}",
  variation: `visitor_id IN (${SAW_VARIATION})`,
  audience: "audience = {audience:String}",
  bot: "bot = {bot:String}",
};
const KINDS = { people: "bot = ''", bots: "bot != ''" } as const;

/** Events received in a date range that match the filter, newest first, each message once. */
export async function searchEvents(
  store: Pick<EventStore, "query">,
  { filter, before, limit, ...span }: SearchOptions,
): Promise<StoredEventSummary[]> {
  const { kind, ...texts } = filter;
  const names = (Object.keys(texts) as (keyof typeof texts)[]).filter((name) => texts[name] !== undefined);
  const conditions = [
    "received_at >= fromUnixTimestamp64Milli({from:Int64})",
    "received_at < fromUnixTimestamp64Milli({to:Int64})",
    ...names.map((name) => CONDITIONS[name]),
    ...(kind ? [KINDS[kind]] : []),
    ...(before
      ? ["(received_at, message_id) < (fromUnixTimestamp64Milli({receivedAt:Int64}), {afterId:String})"]
      : []),
  ];
  const sql = `
    SELECT message_id AS messageId, type, event, host, path, source, browser, os, device, country,
           ${SESSION_MOMENT}, toUnixTimestamp64Milli(received_at) AS receivedAt, bot != '' AS isBot
    FROM events
    WHERE ${conditions.join(" AND ")}
    ORDER BY received_at DESC, message_id DESC
    LIMIT 1 BY message_id
    LIMIT {limit:UInt32}`;
  const place = before ? { receivedAt: before.receivedAt, afterId: before.messageId } : {};
  const params = { ...dateRangeParams(span), ...texts, ...variationParams(texts.variation), ...place, limit };
  const rows = await store.query<Row>(sql, params);
  return rows.map(({ sessionId, at, ...row }) => ({
    ...row,
    receivedAt: Number(row.receivedAt),
    isBot: row.isBot === 1,
    moment: readSessionMoment({ sessionId, visitorId: row.visitorId, at }),
  }));
}
