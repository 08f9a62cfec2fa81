import type { ResourceOrder, RumResource } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { VARIABLE_PATH_PART } from "../../migrations/006-monitoring.ts";
import { percentile75 } from "../sqlParts.ts";
import { type RumScope, rumEvents, rumParams } from "./rumEvents.ts";

/** The resource URL without query and build hash, so that a file is the same across releases. */
const FILE = "replaceRegexpOne(cutQueryStringAndFragment(name), '-[A-Za-z0-9_-]{8}([.][a-z0-9]+)$', '\\\\1')";
/** Numbers and IDs in paths are replaced by `?`, as in view names. */
const ADDRESS = `arrayStringConcat(arrayMap(part -> if(match(part, '${VARIABLE_PATH_PART}'), '?', part), splitByChar('/', ${FILE})), '/')`;

/** Resources that pages loaded in a date range, grouped by URL and kind. */
export async function queryRumResources(
  store: Pick<EventStore, "query">,
  scope: RumScope,
  { by, limit }: { by: ResourceOrder; limit: number },
): Promise<RumResource[]> {
  const sql = `
    SELECT ${ADDRESS} AS address, toString(kind) AS kind, toUInt32(count()) AS count,
           ${percentile75("events.duration")} AS duration, quantileExactOrNull(0.5)(resource_size) AS size
    FROM ${rumEvents(["resource"], "name, kind, duration, resource_size", scope)} AS events
    GROUP BY address, kind
    ORDER BY ${by} DESC NULLS LAST, count DESC, address LIMIT {limit:UInt32}`;
  return store.query<RumResource>(sql, { ...rumParams(scope), limit });
}
