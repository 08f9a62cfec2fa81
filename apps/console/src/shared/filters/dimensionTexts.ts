import {
  DIMENSIONS,
  type FilterDimension,
  hasTitles,
  type NamedDimension,
  PROPERTY_PREFIX,
  valueTitle,
} from "@marquee/contract";
import type { FilterOperator } from "../address/filters.ts";

export { hasTitles, valueTitle };

export const OPERATOR_NAMES: Record<FilterOperator, string> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  contains_not: "does not contain",
};

export function dimensionTitle(dimension: FilterDimension): string {
  return dimension.startsWith(PROPERTY_PREFIX)
    ? `Property ${dimension.slice(PROPERTY_PREFIX.length)}`
    : // A segment may use a dimension of a newer server version.
      (DIMENSIONS[dimension as NamedDimension]?.title ?? dimension);
}
