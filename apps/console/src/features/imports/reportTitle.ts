import { DIMENSIONS, type NamedDimension } from "@marquee/contract";

/** Name of imported data by one dimension; empty for daily totals. */
export function reportTitle(dimension: string): string {
  return dimension === "" ? "Daily totals" : DIMENSIONS[dimension as NamedDimension].title;
}
