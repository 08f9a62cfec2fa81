import { DIMENSIONS, type NamedDimension } from "@marquee/contract";

/** Name of what an import has by one dimension; empty is totals of days. */
export function reportTitle(dimension: string): string {
  return dimension === "" ? "Daily totals" : DIMENSIONS[dimension as NamedDimension].title;
}
