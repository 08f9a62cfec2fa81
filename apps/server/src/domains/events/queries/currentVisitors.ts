import type { CurrentVisitorsResponse, NamedCount } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";

/** Maximum number of values in each list. */
const LISTED = 10;

interface Row extends NamedCount {
  kind: "all" | "page" | "source" | "country";
}

/**
 * Visitors with an event since a time, with their location and page. Bots, known customers and demo data are
 * left out.
 * @param after in milliseconds since the epoch, by the time of the server.
 */
export async function queryCurrentVisitors(
  store: Pick<EventStore, "query">,
  after: number,
): Promise<CurrentVisitorsResponse> {
  const sql = `
    SELECT value.1 AS kind, value.2 AS name, toUInt32(count()) AS visitors
    FROM (
      SELECT argMaxIf(path, timestamp, type = 'page') AS page, toString(argMax(visit_source, timestamp)) AS source,
             toString(argMax(country, timestamp)) AS country
      FROM events
      WHERE received_at > fromUnixTimestamp64Milli({after:Int64}) AND type IN ('page', 'track') AND session_id != 0
        AND bot = '' AND audience != 'customer' AND demo = 0
      GROUP BY visitor_id
    )
    ARRAY JOIN [('all', ''), ('page', page), ('source', source), ('country', country)] AS value
    GROUP BY kind, name
    ORDER BY visitors DESC, name
    LIMIT ${LISTED} BY kind`;
  const rows = await store.query<Row>(sql, { after });
  const listOf = (wanted: Row["kind"]) =>
    rows.filter(({ kind }) => kind === wanted).map(({ name, visitors }) => ({ name, visitors }));
  return {
    visitors: listOf("all")[0]?.visitors ?? 0,
    pages: listOf("page"),
    sources: listOf("source"),
    countries: listOf("country"),
  };
}
