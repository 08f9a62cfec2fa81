import {
  DIMENSIONS,
  type FilterDimension,
  type FilterModifiers,
  type NamedDimension,
  PROPERTY_PREFIX,
  type QueryFilter,
  shortName,
  USUAL_PREFIX,
  writeFilterParam,
  writeTexts,
} from "@marquee/contract";

export { shortName, writeTexts };

const FILTER_OPERATORS = ["is", "is_not", "contains", "contains_not"] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Matches if the dimension is, or contains, one of the values; with a `not`, if none of them matches. */
export interface Filter {
  operator: FilterOperator;
  dimension: FilterDimension;
  /** At least one, each once. */
  values: readonly string[];
}

const MAX_VALUES = 50;
const MAX_LENGTH = 500;

/**
 * Dimensions that screens can be filtered by. Dimensions of leads are excluded, because only leads could be counted with a filter on
 * them.
 */
export const FILTER_DIMENSIONS = (Object.keys(DIMENSIONS) as NamedDimension[]).filter(
  (dimension) => DIMENSIONS[dimension].group !== "Lead",
);

const BY_SHORT_NAME: ReadonlyMap<string, FilterDimension> = new Map(
  FILTER_DIMENSIONS.map((dimension) => [shortName(dimension), dimension]),
);

/** A filter as in the URL: {@link writeFilterParam}. */
export function writeFilter({ operator, dimension, values }: Filter): string {
  return writeFilterParam(operator, dimension, values);
}

/** Reads a filter from the URL; null if it is invalid. Duplicate values are merged. */
export function readFilter(text: string): Filter | null {
  const [operator, name = "", ...writtenValues] = readTexts(text);
  const dimension = readDimension(name);
  const values = [...new Set(writtenValues.filter((value) => value !== ""))];
  if (!dimension || values.length === 0 || values.length > MAX_VALUES) return null;
  if (values.some((value) => value.length > MAX_LENGTH)) return null;
  if (!operatorsOf(dimension).some((each) => each === operator)) return null;
  return { operator: operator as FilterOperator, dimension, values };
}

/** Operators that a dimension can be compared with. Visits that did not reach a goal cannot be selected. */
export function operatorsOf(dimension: FilterDimension): readonly FilterOperator[] {
  return dimension === "event:goal" ? ["is", "contains"] : FILTER_OPERATORS;
}

/** Whether a filter can be one of several alternatives. */
export function canBeAlternative(dimension: FilterDimension): boolean {
  return dimension !== "event:goal";
}

/** A filter as in a query. "Contains" ignores case, because people type the text. */
export function toQueryFilter({ operator, dimension, values }: Filter): QueryFilter {
  const isPart = operator === "contains" || operator === "contains_not";
  return isPart ? [operator, dimension, values, { case_sensitive: false }] : [operator, dimension, values];
}

/** A query's filter as screens represent it; null if they cannot, such as a pattern or a case-sensitive filter. */
export function fromQueryFilter(filter: QueryFilter): Filter | null {
  const [operator, dimension, values, modifiers = {}] = filter as readonly unknown[];
  if (typeof dimension !== "string" || !Array.isArray(values)) return null;
  const parsed = readFilter(writeFilterParam(String(operator), dimension, values.map(String)));
  const { case_sensitive: regardsCase = true } = modifiers as FilterModifiers;
  const isPart = parsed?.operator.startsWith("contains") ?? false;
  return parsed?.dimension === dimension && regardsCase !== isPart ? parsed : null;
}

/** A saved segment as in the URL: `is,segment,3`. */
export function writeSegment(id: number): string {
  return `is,segment,${id}`;
}

/** Reads the ID of a saved segment from the URL; null if it is invalid. */
export function readSegment(text: string): number | null {
  return /^is,segment,[1-9]\d{0,8}$/.test(text) ? Number(text.split(",")[2]) : null;
}

/** The dimension with this name in the URL; null if there is none. */
function readDimension(name: string): FilterDimension | null {
  const property = PROPERTY_PREFIX.replace(USUAL_PREFIX, "");
  if (name.startsWith(property) && name.length > property.length && name.length <= MAX_LENGTH)
    return `event:${name}` as FilterDimension;
  return BY_SHORT_NAME.get(name) ?? null;
}

/** Parses the result of {@link writeTexts}. */
export function readTexts(text: string): string[] {
  return text.split(",").map((each) => each.replaceAll("%2C", ",").replaceAll("%25", "%"));
}
