import type { Timestamp } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";

interface LastEventsOptions {
  hosts: readonly string[];
  /** Only events received after this time. */
  after: Timestamp;
}

/** When the latest event of each host arrived, by host. Hosts without events are missing. Demo events do not count. */
export async function queryLastEvents(
  store: Pick<EventStore, "query">,
  { hosts, after }: LastEventsOptions,
): Promise<ReadonlyMap<string, Timestamp>> {
  const sql = `
    SELECT host, toUnixTimestamp64Milli(max(received_at)) AS lastEventAt
    FROM events
    WHERE demo = 0 AND received_at > fromUnixTimestamp64Milli({after:Int64}) AND host IN ${textList("hosts")}
    GROUP BY host`;
  const rows = await store.query<{ host: string; lastEventAt: number | string }>(sql, {
    after,
    hosts: textListParam(hosts),
  });
  return new Map(rows.map(({ host, lastEventAt }) => [host, Number(lastEventAt)]));
}
