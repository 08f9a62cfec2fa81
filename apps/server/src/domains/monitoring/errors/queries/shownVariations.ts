import { EXPOSURE_EVENT } from "@marquee/contract";
import type { VariationChoice } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { OF_PEOPLE } from "../../../../platform/storage/events/queries/ofPeople.ts";
import { dateRangeParams, type Span } from "../../../../platform/storage/events/queries/sqlParts.ts";

const MAX_VARIATIONS = 100;

/** Variations that visitors saw in a date range, with their latest names. */
export function queryShownVariations(
  store: Pick<EventStore, "query">,
  span: Span,
): Promise<VariationChoice[]> {
  const textOf = (name: string) => `JSONExtractString(properties, '${name}')`;
  const sql = `
    SELECT concat(${textOf("experiment_id")}, '/', ${textOf("variation_id")}) AS value,
           argMax(${textOf("experiment_name")}, timestamp) AS experiment,
           argMax(${textOf("variation_name")}, timestamp) AS variation
    FROM events WHERE type = 'track' AND event = '${EXPOSURE_EVENT}' AND ${OF_PEOPLE}
    GROUP BY value ORDER BY value LIMIT ${MAX_VARIATIONS}`;
  return store.query<VariationChoice>(sql, dateRangeParams(span));
}
