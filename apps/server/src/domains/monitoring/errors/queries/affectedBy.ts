import type { Affected } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { type ErrorScope, errorParams, errorsOf } from "./errorRows.ts";

const MOST_VALUES = 8;

/** A variation as `experiment:variation`, of `experiment:phase:variation`. */
const VARIATION = "replaceRegexpOne(value, '^([^:]*):[^:]*:(.*)$', '\\\\1:\\\\2')";

const PARTS: Record<keyof Affected, string> = {
  pages: "path",
  browsers: "software",
  devices: "device_kind",
  variations: `arrayJoin(arrayDistinct(arrayMap(value -> ${VARIATION}, seen_variations)))`,
};

/** Where one error of a scope occurred: the values with most occurrences, the most frequent first. */
export async function queryAffected(
  store: Pick<EventStore, "query">,
  scope: ErrorScope,
  fingerprint: string,
): Promise<Affected> {
  const parts = Object.entries(PARTS).map(
    ([part, value]) => `
    SELECT '${part}' AS part, ${value} AS name, toUInt32(count()) AS count FROM errors GROUP BY name`,
  );
  const sql = `
    WITH errors AS (SELECT * FROM ${errorsOf(scope)} WHERE is_asked AND fingerprint = {fingerprint:String})
    SELECT part, name, count FROM (${parts.join(" UNION ALL ")})
    WHERE name != '' ORDER BY part, count DESC, name LIMIT ${MOST_VALUES} BY part`;
  const rows = await store.query<{ part: keyof Affected; name: string; count: number }>(sql, {
    ...errorParams(scope),
    fingerprint,
  });
  const of = (part: keyof Affected) =>
    rows.filter((row) => row.part === part).map(({ name, count }) => ({ name, count }));
  return {
    pages: of("pages"),
    browsers: of("browsers"),
    devices: of("devices"),
    variations: of("variations"),
  };
}
