import type { ReceiptFilter } from "@marquee/contract/schema";

export const FILTER_NAMES = ["id", "decision", "country", "textVersion"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export const DECISIONS = [
  ["granted", "Agreed to analytics"],
  ["refused", "Without analytics"],
] as const;

/** The filters of the address as the server takes them: without the empty ones, and without what is no choice. */
export function toReceiptFilter(values: Record<FilterName, string>): ReceiptFilter {
  const decision = DECISIONS.find(([name]) => name === values.decision)?.[0];
  const version = Number(values.textVersion);
  return {
    ...(values.id ? { id: values.id } : {}),
    ...(decision ? { decision } : {}),
    ...(values.country ? { country: values.country } : {}),
    ...(Number.isInteger(version) && version > 0 ? { textVersion: version } : {}),
  };
}
