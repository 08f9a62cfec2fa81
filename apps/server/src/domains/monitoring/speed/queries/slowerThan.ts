import { VITALS, type Vital } from "@marquee/contract";
import type { VitalValues } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { pageWebVitals, type SpeedScope, speedParams } from "./pageWebVitals.ts";

/** Page views that measured a vital, and those of them in which it was above a value. */
export interface SlowerViews {
  views: number;
  slower: number;
}

/** Page views by vital that were slower than given values. Vitals without a value count none. */
export async function querySlowerThan(
  store: Pick<EventStore, "query">,
  scope: SpeedScope,
  values: VitalValues,
): Promise<Record<Vital, SlowerViews>> {
  const columns = VITALS.map(
    (vital) => `toUInt32(count(${vital})) AS views_${vital},
      toUInt32(countIf(${vital} > {above_${vital}:Float64})) AS slower_${vital}`,
  );
  const above = Object.fromEntries(
    VITALS.map((vital) => [`above_${vital}`, values[vital] ?? Number.MAX_VALUE]),
  );
  const sql = `SELECT ${columns.join(", ")} FROM ${pageWebVitals(scope)}`;
  const [row] = await store.query<Record<`${"views" | "slower"}_${Vital}`, number>>(sql, {
    ...speedParams(scope),
    ...above,
  });
  return Object.fromEntries(
    VITALS.map((vital) => [
      vital,
      { views: row?.[`views_${vital}`] ?? 0, slower: row?.[`slower_${vital}`] ?? 0 },
    ]),
  ) as Record<Vital, SlowerViews>;
}
