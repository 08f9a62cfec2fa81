import { VITALS_WITH_TARGET, type Vital } from "@marquee/contract";
import type { SpeedPage } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { percentile75 } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { ALL_P75, pageWebVitals, type SpeedScope, speedParams } from "./pageWebVitals.ts";
import { type P75Row, vitalValues } from "./vitalSummaries.ts";

/** Pages with fewer samples may be slow by chance, so they are sorted last. */
const ENOUGH_SAMPLES = 10;
/** Size of `topK`'s result; large enough to find the most frequent of up to this many different targets reliably. */
const MAX_TARGETS = 100;

/** Pages by one vital, the slowest first, each with the element that most often determines the value. */
export async function querySlowestPages(
  store: Pick<EventStore, "query">,
  scope: SpeedScope,
  { vital, limit }: { vital: Vital; limit: number },
): Promise<SpeedPage[]> {
  const sql = `
    SELECT host, path, toUInt32(count(${vital})) AS samples, ${ALL_P75}, ${targetOf(vital)} AS target
    FROM ${pageWebVitals(scope)}
    GROUP BY host, path HAVING samples > 0
    ORDER BY samples >= ${ENOUGH_SAMPLES} DESC, ${percentile75(vital)} DESC, path, host LIMIT {limit:UInt32}`;
  const rows = await store.query<P75Row & Pick<SpeedPage, "host" | "path" | "samples" | "target">>(sql, {
    ...speedParams(scope),
    limit,
  });
  return rows.map((row) => {
    const { host, path, samples, target } = row;
    return { host, path, samples, target, values: vitalValues(row) };
  });
}

function targetOf(vital: Vital): string {
  const isTargeted = VITALS_WITH_TARGET.some((targeted) => targeted === vital);
  return isTargeted ? `topKIf(${MAX_TARGETS})(${vital}Target, ${vital}Target != '')[1]` : "''";
}
