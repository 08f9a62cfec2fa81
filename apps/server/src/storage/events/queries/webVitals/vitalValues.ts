import { VITALS } from "@marquee/contract";
import type { VitalValues } from "@marquee/contract/schema";

/** Columns of `ALL_P75`. */
export type P75Row = { [Column in keyof VitalValues as `p75_${Column}`]: number | null };

export function vitalValues(row: P75Row): VitalValues {
  return Object.fromEntries(VITALS.map((vital) => [vital, row[`p75_${vital}`]])) as VitalValues;
}
