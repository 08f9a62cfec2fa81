import type { ResourceOrder, SlowResource } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { VARIABLE_PATH_PART } from "../../../../platform/storage/events/migrations/006-monitoring.ts";
import { percentile75 } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { rumEvents, type SpeedScope, speedParams } from "./pageWebVitals.ts";

/** The resource URL without query and build hash, so that a file is the same across releases. */
const FILE = "replaceRegexpOne(cutQueryStringAndFragment(name), '-[A-Za-z0-9_-]{8}([.][a-z0-9]+)$', '\\\\1')";
/** Numbers and IDs in paths are replaced by `?`. */
const ADDRESS = `arrayStringConcat(arrayMap(part -> if(match(part, '${VARIABLE_PATH_PART}'), '?', part), splitByChar('/', ${FILE})), '/')`;

/** Resources that pages loaded, by URL and kind. Only Datadog's client reports them. */
export function queryResources(
  store: Pick<EventStore, "query">,
  scope: SpeedScope,
  { by, limit }: { by: ResourceOrder; limit: number },
): Promise<SlowResource[]> {
  const columns = "name, toString(kind) AS kind, duration, resource_size, status_code";
  const sql = `
    SELECT ${ADDRESS} AS address, kind, toUInt32(count()) AS count, toUInt32(countIf(status_code >= 400)) AS failed,
           ${percentile75("loaded.duration")} AS duration, quantileExactOrNull(0.5)(resource_size) AS size
    FROM ${rumEvents("'resource'", columns, scope.selection)} AS loaded
    GROUP BY address, kind
    ORDER BY ${by} DESC NULLS LAST, count DESC, address LIMIT {limit:UInt32}`;
  return store.query<SlowResource>(sql, { ...speedParams(scope), limit });
}
