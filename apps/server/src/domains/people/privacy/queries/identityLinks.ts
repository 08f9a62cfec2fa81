import type { Timestamp } from "@marquee/contract";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { EMAIL_OF_ROW } from "../../../../platform/storage/events/queries/person.ts";

/** IDs and email address that events carry together; empty where they have none. */
export interface LinkedIds {
  userId: string;
  anonymousId: string;
  /** Lower case. */
  email: string;
  /** The earlier ID in an alias call. */
  previousId: string;
}

export interface IdentityLink extends LinkedIds {
  /** When the latest of these events happened, by the clock that their retention counts from. */
  lastSeen: Timestamp;
}

interface LinksOptions {
  /** When the events were inserted; `to` is exclusive, null for no end. */
  from: Timestamp;
  to: Timestamp | null;
  /** The last link of the previous page. */
  after: LinkedIds | null;
  limit: number;
}

const PREVIOUS_ID = "if(type = 'alias', JSONExtractString(properties, 'previousId'), '')";

/** The different combinations of IDs and email address in events with a user ID or an email address, in a fixed order. */
export async function queryIdentityLinks(
  store: Pick<EventStore, "query">,
  { from, to, after, limit }: LinksOptions,
): Promise<IdentityLink[]> {
  const conditions = [
    `inserted_at >= fromUnixTimestamp64Milli({from:Int64})`,
    ...(to === null ? [] : [`inserted_at < fromUnixTimestamp64Milli({to:Int64})`]),
    // Most events are anonymous; searching for the word is faster than parsing their JSON.
    `(user_id != '' OR position(traits, 'email') > 0 OR position(context, 'email') > 0)`,
  ];
  const isAfter = after
    ? "AND (userId, anonymousId, email, previousId) > JSONExtract({after:String}, 'Tuple(String, String, String, String)')"
    : "";
  const sql = `
    SELECT user_id AS userId, anonymous_id AS anonymousId, ${EMAIL_OF_ROW} AS email, ${PREVIOUS_ID} AS previousId,
           toUnixTimestamp64Milli(max(original_timestamp)) AS lastSeen
    FROM events WHERE ${conditions.join(" AND ")}
    GROUP BY userId, anonymousId, email, previousId
    HAVING (userId != '' OR email != '') ${isAfter}
    ORDER BY userId, anonymousId, email, previousId LIMIT {limit:UInt32}`;
  const place = after && [after.userId, after.anonymousId, after.email, after.previousId];
  const params = {
    from,
    ...(to === null ? {} : { to }),
    ...(place && { after: JSON.stringify(place) }),
    limit,
  };
  const rows = await store.query<LinkedIds & { lastSeen: string }>(sql, params);
  return rows.map((row) => ({ ...row, lastSeen: Number(row.lastSeen) }));
}

/** When the first event from `from` on was inserted; null if there is none. */
export async function queryNextInserted(
  store: Pick<EventStore, "query">,
  from: Timestamp,
): Promise<Timestamp | null> {
  const sql = `
    SELECT toUnixTimestamp64Milli(min(inserted_at)) AS first, count() AS events FROM events
    WHERE inserted_at >= fromUnixTimestamp64Milli({from:Int64})`;
  const [row] = await store.query<{ first: string; events: string }>(sql, { from });
  return row && Number(row.events) > 0 ? Number(row.first) : null;
}

/** The event store's clock. */
export async function queryClock(store: Pick<EventStore, "query">): Promise<Timestamp> {
  const [row] = await store.query<{ now: string }>("SELECT toUnixTimestamp64Milli(now64(3)) AS now");
  if (!row) throw new Error("The event store did not tell the time.");
  return Number(row.now);
}
