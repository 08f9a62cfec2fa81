import type { FlagRule, Json, TargetingClause, TargetingOperator } from "@marquee/contract";
import { formatCounted, formatInstant } from "../../shared/format.ts";

export const OPERATOR_NAMES: Record<TargetingOperator, string> = {
  in: "is one of",
  "not-in": "is none of",
  contains: "contains one of",
};

export const ATTRIBUTE_NAMES: Record<TargetingClause["attribute"], string> = {
  id: "visitor id",
  country: "country",
  locale: "language",
  device: "device",
  audience: "audience",
  utm_source: "utm_source",
  utm_medium: "utm_medium",
  utm_campaign: "utm_campaign",
};

/** Whom a rule answers, as part of a sentence: "20% of visitors whose country is one of NO, SE, until 3 Dec". */
export function ruleSummary({ targeting, prerequisites, coverage, from, to }: FlagRule): string {
  const share = coverage < 1 ? `${formatCoverage(coverage)} of visitors` : "Every visitor";
  const whose = targeting.map(clauseText).join(" and ");
  const first = prerequisites
    .map(({ flag, value }) => `${flag} answers ${valueSummary(value)}`)
    .join(" and ");
  const parts = [
    whose ? `${share} whose ${whose}` : share,
    first && `while ${first}`,
    from !== null && `from ${formatInstant(from)}`,
    to !== null && `until ${formatInstant(to)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** A share as percent with at most one decimal. */
function formatCoverage(coverage: number): string {
  return `${Math.round(coverage * 1000) / 10}%`;
}

function clauseText({ attribute, operator, values }: TargetingClause): string {
  return `${ATTRIBUTE_NAMES[attribute]} ${OPERATOR_NAMES[operator]} ${values.join(", ") || "nothing yet"}`;
}

/** A value in a word or a line. */
export function valueSummary(value: Json): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value === "" ? "empty text" : `“${value}”`;
  if (Array.isArray(value)) return `JSON, list of ${value.length}`;
  if (value === null || typeof value === "number") return String(value);
  return `JSON, ${formatCounted(Object.keys(value).length, "field")}`;
}
