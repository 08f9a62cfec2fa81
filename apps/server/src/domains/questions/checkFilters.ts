import {
  DIMENSIONS,
  type Dimension,
  type Goal,
  PROPERTY_PREFIX,
  shortenText,
  TEXT_OPERATORS,
  type TextOperator,
  TIME_DIMENSIONS,
  UNSUPPORTED_DIMENSIONS,
} from "@marquee/contract";
import { bad, ownValue, reject } from "./badQuery.ts";
import { isCountry, ourDimension, plausibleNames } from "./plausibleNames.ts";
import { type Comparison, comparisonsIn } from "./queries/conditions.ts";
import type { Condition } from "./queries/question.types.ts";

export interface Definitions {
  goals: readonly Goal[];
  /** Conditions of a saved segment; undefined if the asker may not use it. */
  segment(id: number): readonly unknown[] | undefined;
  /** Whose rules apply; the console's by default. */
  format?: AnswerFormat | undefined;
}

/** The console's names and order, or those of Plausible's Stats API v2, for its clients (docs/api.md). */
export type AnswerFormat = "console" | "plausible";

const MAX_DEPTH = 8;
/** Lists within lists of deeper filters than {@link MAX_DEPTH}, which messages could not quote without exhausting the stack. */
const MAX_LISTS = 40;
const TOO_DEEP = `Filters are nested too deeply. Use at most ${MAX_DEPTH} levels.`;
const MAX_FILTERS = 200;
const MAX_VALUES = 1000;
const MAX_VALUE_LENGTH = 2000;
const MAX_PATTERN_LENGTH = 500;
const MAX_PROPERTY_LENGTH = 200;

const OPERATORS = [...TEXT_OPERATORS, "and", "or", "not", "has_done", "has_not_done"];

/**
 * Checks filters, of a query or separately.
 * @param dimensions of the query.
 * @throws {ApiError} bad_request with what is wrong and how to fix it.
 */
export function checkFilters(
  filters: readonly unknown[],
  definitions: Definitions,
  dimensions: readonly Dimension[] = [],
): { conditions: Condition[]; goals: Goal[] } {
  reject(!isWithin(filters, MAX_LISTS), TOO_DEEP);
  const reader = createFilterReader(definitions);
  const conditions = filters.flatMap((filter) => partsOf(reader.read(filter, [])));
  return { conditions, goals: goalsOf(definitions.goals, dimensions, conditions) };
}

/** The conditions that all must match, so that those on goals and leads are separate. */
function partsOf(condition: Condition): Condition[] {
  if (!("conditions" in condition)) return [condition];
  const { operator, conditions } = condition;
  const isConjunction = operator === "and" || conditions.length === 1;
  return isConjunction ? conditions.flatMap(partsOf) : [condition];
}

export const isTimeDimension = (dimension: string) =>
  (TIME_DIMENSIONS as readonly string[]).includes(dimension);

export function checkFilterDimension(name: unknown): Exclude<Dimension, "time"> {
  const dimension = String(name);
  reject(isTimeDimension(dimension), `\`${dimension}\` cannot be filtered. Set \`date_range\` instead.`);
  if (dimension.startsWith(PROPERTY_PREFIX)) {
    const property = dimension.slice(PROPERTY_PREFIX.length);
    reject(
      property === "" || property.length > MAX_PROPERTY_LENGTH,
      `A property's name has 1 to ${MAX_PROPERTY_LENGTH} characters: \`event:props:plan\`.`,
    );
    return dimension as Exclude<Dimension, "time">;
  }
  if (Object.hasOwn(DIMENSIONS, dimension)) return dimension as Exclude<Dimension, "time">;
  const reason = ownValue(UNSUPPORTED_DIMENSIONS, dimension);
  throw bad(
    reason
      ? `The dimension \`${dimension}\` is not supported. ${reason}`
      : `Unknown dimension \`${shortenText(dimension, 100)}\`. See the list at /api/openapi.json.`,
  );
}

/** Operators around a filter, outermost first. */
type Path = readonly string[];

function createFilterReader({ segment, format }: Definitions) {
  let filters = 0;
  const read = (filter: unknown, path: Path): Condition => {
    filters += 1;
    reject(filters > MAX_FILTERS, `Too many filters. Use at most ${MAX_FILTERS}.`);
    reject(path.length > MAX_DEPTH, TOO_DEEP);
    if (!Array.isArray(filter)) throw badFilter(filter);
    const [operator, second] = filter;
    if (operator === "and" || operator === "or") {
      if (!Array.isArray(second) || filter.length !== 2) throw badFilter(filter);
      return { operator, conditions: second.map((each) => read(each, [...path, operator])) };
    }
    if (operator === "not" || operator === "has_done" || operator === "has_not_done") {
      if (filter.length !== 2) throw badFilter(filter);
      reject(
        operator !== "not" && path.some((each) => each.startsWith("has_")),
        "Invalid filters. Behavioral filters (has_done, has_not_done) cannot be nested.",
      );
      return { operator, condition: read(second, [...path, operator]) };
    }
    if (!(TEXT_OPERATORS as readonly unknown[]).includes(operator))
      throw bad(
        `Unknown operator for filter \`${shorten(filter)}\`. Known operators: ${OPERATORS.join(", ")}.`,
      );
    if (second === "segment") return readSegment(filter, path);
    // Segments use the console's names.
    if (format !== "plausible" || path.includes("segment")) return readText(filter, operator, path);
    const [, , ...rest] = filter;
    const condition = readText([operator, ourDimension(String(second)), ...rest], operator, path);
    rejectUnknownCountries(condition);
    return { ...condition, names: plausibleNames(condition.dimension) };
  };

  const readSegment = ([operator, , ids]: readonly unknown[], path: Path): Condition => {
    reject(path.includes("segment"), "A segment cannot contain another segment.");
    if (operator !== "is" || !Array.isArray(ids) || !ids.every(Number.isInteger))
      throw bad('Filter by segment as `["is", "segment", [1]]`.');
    const inside = [...path, ...(ids.length > 1 ? ["or"] : []), "segment"];
    const conditions = ids.map((id: number): Condition => {
      const saved = segment(id);
      if (!saved) throw bad(`There is no segment ${id}.`);
      return { operator: "and", conditions: saved.map((each) => read(each, inside)) };
    });
    return { operator: "or", conditions };
  };
  return { read };
}

function readText(filter: readonly unknown[], operator: TextOperator, path: Path): Comparison {
  const [, name, values, modifiers = {}] = filter;
  const dimension = checkFilterDimension(name);
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) throw badFilter(filter);
  reject(values.length === 0, `The filter on \`${dimension}\` has no values.`);
  reject(values.length > MAX_VALUES, `The filter on \`${dimension}\` has more than ${MAX_VALUES} values.`);
  const isPattern = operator.startsWith("matches");
  const longest = isPattern ? MAX_PATTERN_LENGTH : MAX_VALUE_LENGTH;
  reject(
    values.some((value: string) => value.length > longest),
    `A value of the filter on \`${dimension}\` is longer than ${longest} characters.`,
  );
  const isDone = path.some((each) => each.startsWith("has_"));
  reject(
    isDone && !dimension.startsWith("event:"),
    "Invalid filters. Behavioral filters (has_done, has_not_done) can only be used with event dimension filters.",
  );
  const isNested = path.some((each) => each !== "and" && each !== "segment") && !isDone;
  reject(
    isNested && (dimension === "event:goal" || dimension.startsWith("lead:")),
    `Invalid filters. Dimension \`${dimension}\` can only be filtered at the top level.`,
  );
  reject(
    dimension === "event:goal" && operator !== "is" && operator !== "contains",
    "Goals can be filtered with `is` and `contains` only.",
  );
  return { operator, dimension, values, modifiers: checkModifiers(modifiers, isPattern) };
}

function rejectUnknownCountries({ dimension, operator, values, modifiers }: Comparison): void {
  if (dimension !== "visit:country" || !operator.startsWith("is")) return;
  const isWritten = (value: string) => (modifiers.case_sensitive === false ? value.toUpperCase() : value);
  const unknown = values.find((value) => !isCountry(isWritten(value)));
  if (unknown !== undefined)
    throw bad(
      `Invalid visit:country filter. \`${shortenText(unknown, 50)}\` is not a country. Use ISO 3166-1 alpha-2 codes, such as \`DE\`.`,
    );
}

function checkModifiers(modifiers: unknown, isPattern: boolean): { case_sensitive?: boolean } {
  if (typeof modifiers !== "object" || modifiers === null) throw bad("A filter's modifiers are an object.");
  const { case_sensitive, ...unsupported } = modifiers as Record<string, unknown>;
  if (Object.keys(unsupported).length > 0) throw bad("The only modifier of a filter is `case_sensitive`.");
  if (case_sensitive === undefined) return {};
  if (typeof case_sensitive !== "boolean") throw bad("`case_sensitive` is true or false.");
  reject(
    isPattern,
    "The case_sensitive modifier is not allowed with pattern operators. Start the pattern with `(?i)`.",
  );
  return { case_sensitive };
}

/** @throws {ApiError} bad_request for a goal that does not exist. */
function goalsOf(
  all: readonly Goal[],
  dimensions: readonly Dimension[],
  conditions: readonly Condition[],
): Goal[] {
  const filters = comparisonsIn(conditions).filter(({ comparison }) => comparison.dimension === "event:goal");
  const comparisons = filters.map(({ comparison }) => comparison);
  for (const { operator, values, modifiers } of comparisons) {
    const fold = foldOf(modifiers);
    const unknown =
      operator === "is" && values.find((value) => !all.some(({ name }) => fold(name) === fold(value)));
    if (unknown !== false && unknown !== undefined)
      throw bad(
        `Invalid filters. There is no goal named \`${unknown}\`. Define it in the console, under Goals.`,
      );
  }
  const matches = (name: string) =>
    comparisons.some(({ operator, values, modifiers }) => {
      const fold = foldOf(modifiers);
      return values.some((value) =>
        operator === "is" ? fold(name) === fold(value) : fold(name).includes(fold(value)),
      );
    });
  const isFiltered = filters.some(({ isOfBehavior }) => !isOfBehavior);
  return all.filter(({ name }) => (dimensions.includes("event:goal") && !isFiltered) || matches(name));
}

/** How texts are compared. */
function foldOf({ case_sensitive }: Comparison["modifiers"]): (text: string) => string {
  return (text) => (case_sensitive === false ? text.toLowerCase() : text);
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

const shorten = (value: unknown) => shortenText(JSON.stringify(value) ?? "undefined", 200);
const badFilter = (filter: unknown) => bad(`Invalid filter \`${shorten(filter)}\`.`);
