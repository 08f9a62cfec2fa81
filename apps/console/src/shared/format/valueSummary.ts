import type { Json } from "@marquee/contract";

/** A value in a word or a line. */
export function valueSummary(value: Json): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value === "" ? "empty" : `“${value}”`;
  return JSON.stringify(value);
}
