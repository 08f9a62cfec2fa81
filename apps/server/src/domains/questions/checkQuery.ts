import {
  type Dimension,
  type Goal,
  METRIC_NAMES,
  METRICS,
  type MetricName,
  type ReadonlyDeep,
  UNSUPPORTED_METRICS,
} from "@marquee/contract";
import type { QuerySchema } from "@marquee/contract/schema";
import type { Static } from "typebox";
import { bad, ownValue, reject } from "./badQuery.ts";
import { checkFilterDimension, checkFilters, type Definitions, isTimeDimension } from "./checkFilters.ts";
import { checkMetrics } from "./checkMetrics.ts";
import { ourDimension } from "./plausibleNames.ts";
import type { Condition } from "./queries/question.types.ts";

/** A query as it was sent: its shape is valid, its names are not checked yet. */
export type SentQuery = ReadonlyDeep<Static<typeof QuerySchema>>;

export interface CheckedQuery {
  metrics: MetricName[];
  dimensions: Dimension[];
  conditions: Condition[];
  order: [name: string, direction: "asc" | "desc"][];
  /** Goals that the query mentions; all for the dimension `event:goal` without a filter on it. */
  goals: Goal[];
}

/** @throws {ApiError} bad_request with what is wrong and how to fix it. */
export function checkQuery(query: SentQuery, definitions: Definitions): CheckedQuery {
  const metrics = query.metrics.map(checkMetric);
  const rename = renamerOf(definitions);
  const dimensions = (query.dimensions ?? []).map((name) => checkDimension(rename(name)));
  reject(hasDuplicates(metrics), "`metrics` names a metric twice.");
  reject(hasDuplicates(dimensions), "`dimensions` names a dimension twice.");
  reject(dimensions.filter(isTimeDimension).length > 1, "Use one time dimension at most.");
  const { conditions, goals } = checkFilters(query.filters ?? [], definitions, dimensions);
  const order = checkOrder(query, { metrics, dimensions }, definitions);
  checkMetrics({ metrics, dimensions, conditions }, definitions.format === "plausible");
  return { metrics, dimensions, conditions, order, goals };
}

function checkMetric(name: string): MetricName {
  if (Object.hasOwn(METRICS, name)) return name as MetricName;
  const reason = ownValue(UNSUPPORTED_METRICS, name);
  throw bad(
    reason
      ? `The metric \`${name}\` is not supported. ${reason}`
      : `Unknown metric \`${name}\`. Known metrics: ${METRIC_NAMES.join(", ")}.`,
  );
}

function checkDimension(name: string): Dimension {
  return isTimeDimension(name) ? (name as Dimension) : checkFilterDimension(name);
}

function checkOrder(
  { order_by: orders }: Pick<SentQuery, "order_by">,
  { metrics, dimensions }: Pick<CheckedQuery, "metrics" | "dimensions">,
  definitions: Definitions,
): CheckedQuery["order"] {
  const rename = renamerOf(definitions);
  if (orders && orders.length > 0) {
    return orders.map(([sent = "", direction = ""]) => {
      const name = rename(sent);
      reject(
        !([...metrics, ...dimensions] as string[]).includes(name),
        `Invalid order_by entry \`${name}\`. It is not a queried metric or dimension.`,
      );
      if (direction !== "asc" && direction !== "desc")
        throw bad(`Invalid order_by direction \`${direction}\`. Use \`asc\` or \`desc\`.`);
      return [name, direction];
    });
  }
  const time = dimensions.find(isTimeDimension);
  const [first = "visitors"] = metrics;
  if (time)
    return definitions.format === "plausible"
      ? [
          [time, "asc"],
          [first, "desc"],
        ]
      : [[time, "asc"]];
  return dimensions.length > 0 ? [[first, "desc"]] : [];
}

/** How names of dimensions are read. */
const renamerOf = ({ format }: Definitions): ((name: string) => string) =>
  format === "plausible" ? ourDimension : (name) => name;

const hasDuplicates = (names: readonly string[]) => new Set(names).size < names.length;
