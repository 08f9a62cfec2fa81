import { NOT_SET, PROPERTY_PREFIX } from "@marquee/contract";
import type { Bindings } from "./bindings.ts";
import {
  isEvent,
  isLead,
  isView,
  LEAD_COLUMNS,
  named,
  propertyText,
  VARIATION,
  VIEW_COLUMNS,
  VISIT_COLUMNS,
} from "./dimensionColumns.ts";
import type { Condition } from "./question.types.ts";
import { storedValues } from "./storedValues.ts";

export type Comparison = Extract<Condition, { dimension: unknown }>;

/** Every comparison in conditions, with whether it is inside `has_done` or `has_not_done`. */
export function comparisonsIn(
  conditions: readonly Condition[],
  isOfBehavior = false,
): { comparison: Comparison; isOfBehavior: boolean }[] {
  return conditions.flatMap((condition) => {
    if ("dimension" in condition) return [{ comparison: condition, isOfBehavior }];
    if ("conditions" in condition) return comparisonsIn(condition.conditions, isOfBehavior);
    return comparisonsIn([condition.condition], isOfBehavior || condition.operator !== "not");
  });
}

/** Every dimension that conditions compare, without those inside `has_done`. */
export function dimensionsIn(conditions: readonly Condition[]): string[] {
  const outside = comparisonsIn(conditions).filter(({ isOfBehavior }) => !isOfBehavior);
  return outside.map(({ comparison }) => comparison.dimension);
}

/** Every dimension that conditions compare. */
export const everyDimensionIn = (conditions: readonly Condition[]): string[] =>
  comparisonsIn(conditions).map(({ comparison }) => comparison.dimension);

/** Whether a condition compares nothing but certain dimensions, and not other events of a visit. */
export const isOnlyOn = (condition: Condition, isMeant: (dimension: string) => boolean): boolean =>
  comparisonsIn([condition]).every(
    ({ comparison, isOfBehavior }) => !isOfBehavior && isMeant(comparison.dimension),
  );

export const usesViews = (conditions: readonly Condition[]) => dimensionsIn(conditions).some(isView);
export const usesEvents = (conditions: readonly Condition[]) => dimensionsIn(conditions).some(isEvent);
export const usesLeads = (conditions: readonly Condition[]) => dimensionsIn(conditions).some(isLead);

interface ConditionContext {
  bindings: Bindings;
  /** Subquery of the sessions and visitors with an event that matches. */
  visitsWithEvent(condition: Condition): string;
  /** Expressions of dimensions on rows other than those of {@link eachView} and `eventsWhere`. */
  columns?: Readonly<Record<string, string>>;
  /** The expression, if it depends on the comparison: `is`, `contains` or `matches`. */
  columnFor?(dimension: string, kind: string): string;
}

/** Arrays of a visit's page views, with the names of their elements in lambdas. */
const VIEWS = { at: "view_at", page: "view_pages", host: "view_hosts", version: "view_versions" };
const LAMBDA = `(${Object.keys(VIEWS).join(", ")})`;
const ARRAYS = Object.values(VIEWS).join(", ");

/**
 * `ARRAY JOIN` clause that turns each page view into a row, with the columns `at`, `page`, `host` and `version` as needed.
 * @param names of dimensions.
 */
export function eachView(names: readonly string[]): string {
  const needed = Object.entries(VIEWS).filter(
    ([name]) => name === "at" || names.some((dimension) => VIEW_COLUMNS[dimension] === name),
  );
  return `ARRAY JOIN ${needed.map(([name, column]) => `${column} AS ${name}`).join(", ")}`;
}

/** Columns of visits that conditions and page views need in addition to those of dimensions. */
export const VIEW_ARRAYS = Object.values(VIEWS);

/** Number of a visit's page views that match, as an expression on the visit. @param condition on `at`, `page`, `host` and `version`. */
export const countViews = (condition: string) => `arrayCount(${LAMBDA} -> ${condition}, ${ARRAYS})`;

/** SQL for conditions on different kinds of rows. All of them return `1` without a condition. */
export function createConditions(context: ConditionContext) {
  const all = (conditions: readonly Condition[], one: (condition: Condition) => string) =>
    conditions.length === 0 ? "1" : conditions.map((condition) => `(${one(condition)})`).join(" AND ");

  /** On a page view or an event, with the columns of its visit. */
  const onView = (condition: Condition): string => {
    if ("dimension" in condition) return compare(condition, context);
    if ("conditions" in condition) {
      if (condition.conditions.length === 0) return condition.operator === "and" ? "1" : "0";
      const parts = condition.conditions.map((each) => `(${onView(each)})`);
      return parts.join(condition.operator === "and" ? " AND " : " OR ");
    }
    const { operator, condition: inner } = condition;
    if (operator === "not") return `NOT (${onView(inner)})`;
    const isOfVisit = everyDimensionIn([inner]).includes("event:goal") ? "views > 0 AND " : "";
    const isDone = usesEvents([inner])
      ? `${isOfVisit}(session_id, visitor_id) IN ${context.visitsWithEvent(inner)}`
      : usesViews([inner])
        ? `arrayExists(${LAMBDA} -> ${onView(inner)}, ${ARRAYS})`
        : onView(inner);
    return operator === "has_done" ? isDone : `NOT (${isDone})`;
  };
  /** On a visit: it has one page view that matches all conditions on page views. */
  const onVisit = (conditions: readonly Condition[]): string => {
    const ofViews = conditions.filter((condition) => usesViews([condition]));
    const ofVisits = conditions.filter((condition) => !usesViews([condition]));
    const visit = all(ofVisits, onView);
    return ofViews.length === 0
      ? visit
      : `${visit} AND arrayExists(${LAMBDA} -> ${all(ofViews, onView)}, ${ARRAYS})`;
  };
  return { onViews: (conditions: readonly Condition[]) => all(conditions, onView), onVisit };
}

function compare(
  { operator, dimension, values, modifiers, names }: Comparison,
  { bindings, columns, columnFor }: ConditionContext,
): string {
  const isNegative = operator.endsWith("_not");
  const kind = isNegative ? operator.slice(0, -"_not".length) : operator;
  const stored = storedValues({ dimension, kind, values, names });
  // Missing values are stored as empty texts.
  const texts = stored.values.map((value) => (value === NOT_SET ? "" : value));
  const ignoresCase = stored.ignoresCase || modifiers.case_sensitive === false;
  const matches = (column: string) => matchText(kind, column, texts, { ignoresCase, bindings });
  const column = () => columnFor?.(dimension, kind) ?? columns?.[dimension] ?? columnOf(dimension, bindings);
  const variations = columnFor?.(VARIATION, kind) ?? "variations";
  const isMatch =
    dimension === VARIATION
      ? `(arrayExists(variation -> ${matches("variation")}, ${variations}) OR (empty(${variations}) AND ${matches("''")}))`
      : matches(named(column(), names));
  if (!isNegative) return isMatch;
  // As in Plausible's Stats API: without the property, there is no value to compare.
  const isPartOfProperty = kind !== "is" && dimension.startsWith(PROPERTY_PREFIX);
  return isPartOfProperty ? `${column()} != '' AND NOT (${isMatch})` : `NOT (${isMatch})`;
}

/** The expression of a dimension on a visit, page view, event or lead. */
export function columnOf(dimension: string, bindings: Bindings): string {
  if (dimension.startsWith(PROPERTY_PREFIX))
    return propertyText(dimension.slice(PROPERTY_PREFIX.length), bindings);
  if (dimension === "event:goal") return "goal";
  if (dimension === "event:name") return "event";
  const column = { ...VISIT_COLUMNS, ...VIEW_COLUMNS, ...LEAD_COLUMNS }[dimension];
  if (!column) throw new Error(`No column for the dimension ${dimension}.`);
  return isView(dimension) || isLead(dimension) ? column : `toString(${column})`;
}

function matchText(
  kind: string,
  column: string,
  texts: readonly string[],
  { ignoresCase, bindings }: { ignoresCase: boolean; bindings: Bindings },
): string {
  if (texts.length === 0) return "0";
  const lower = (text: string) => (ignoresCase ? `lowerUTF8(${text})` : text);
  if (kind === "is") {
    const [only = ""] = texts;
    if (texts.length === 1) return `${lower(column)} = ${lower(bindings.bind(only))}`;
    const list = bindings.bindTexts(texts);
    return ignoresCase
      ? `has(arrayMap(text -> lowerUTF8(text), ${list}), ${lower(column)})`
      : `${column} IN ${list}`;
  }
  const each = texts.map((text) =>
    kind === "contains"
      ? `position(${lower(column)}, ${lower(bindings.bind(text))}) > 0`
      : `match(${column}, ${bindings.bind(text)})`,
  );
  return `(${each.join(" OR ")})`;
}
