import type { FilterDimension, QueryFilter, TextOperator } from "@marquee/contract";
import { dimensionTitle, OPERATOR_NAMES, valueTitle } from "./dimensionTexts.ts";

const NAMES: Record<TextOperator, string> = {
  ...OPERATOR_NAMES,
  matches: "matches",
  matches_not: "does not match",
};
const SHOWN = 3;

interface Comparison {
  operator: TextOperator;
  dimension: FilterDimension;
  values: readonly string[];
}

/** A filter in words: "Country is Germany or France". */
export function filterText({ operator, dimension, values }: Comparison): string {
  const names = values.map((value) => valueTitle(dimension, value));
  const listedNames =
    names.length > SHOWN ? [...names.slice(0, SHOWN - 1), `${names.length - SHOWN + 1} more`] : names;
  return `${dimensionTitle(dimension)} ${NAMES[operator]} ${listedNames.join(" or ")}`;
}

/** Any filter of a query in words, including those that the filter bar does not support. */
export function conditionText(filter: QueryFilter): string {
  const [operator, inner] = filter;
  switch (operator) {
    case "and":
    case "or":
      return (inner as readonly QueryFilter[]).map(nestedText).join(` ${operator} `);
    case "not":
      return `not ${nestedText(inner as QueryFilter)}`;
    case "has_done":
      return `in the same visit: ${conditionText(inner as QueryFilter)}`;
    case "has_not_done":
      return `not in the same visit: ${conditionText(inner as QueryFilter)}`;
    default:
      return filterText({
        operator,
        dimension: inner as FilterDimension,
        values: filter[2] as readonly string[],
      });
  }
}

function nestedText(filter: QueryFilter): string {
  const [operator] = filter;
  const text = conditionText(filter);
  return operator === "and" || operator === "or" ? `(${text})` : text;
}
