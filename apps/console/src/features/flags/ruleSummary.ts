import { type FlagRule, formatCounted, type Json } from "@marquee/contract";
import { formatInstant } from "../../shared/format/format.ts";
import { targetingSummary } from "../../shared/targeting/targetingTexts.ts";

/** The text after a save, including how many rules are off. */
export function savedText(rules: readonly Pick<FlagRule, "isOn">[]): string {
  const off = rules.filter(({ isOn }) => !isOn).length;
  return off === 0
    ? "Saved and live."
    : `Saved. ${formatCounted(off, "rule")} ${off === 1 ? "is" : "are"} off.`;
}

/** Who a rule applies to, as part of a sentence: "20% of visitors whose country is one of NO, SE, until 3 Dec". */
export function ruleSummary({ targeting, prerequisites, coverage, from, to }: FlagRule): string {
  const first = prerequisites.map(({ flag, value }) => `${flag} is ${valueSummary(value)}`).join(" and ");
  const parts = [
    targetingSummary(targeting, coverage),
    first && `while ${first}`,
    from !== null && `from ${formatInstant(from)}`,
    to !== null && `until ${formatInstant(to)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** A value on one line. */
export function valueSummary(value: Json): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value === "" ? "empty" : `“${value}”`;
  return JSON.stringify(value);
}
