import type { AuditQuery } from "@marquee/contract/schema";

export const FILTER_NAMES = ["by", "action", "text"] as const;
type Filters = Record<(typeof FILTER_NAMES)[number], string>;

export const ACTIONS = [
  ["export", "Exports"],
  ["delete", "Deletions"],
] as const;

/** What the address asks for; what it cannot mean is left out. */
export function toAuditQuery({ by, action, text }: Filters): AuditQuery {
  const trimmed = text.trim();
  const isVisitors = by === "visitors";
  const known = ACTIONS.find(([name]) => name === action)?.[0];
  return {
    by: isVisitors ? "visitors" : "staff",
    ...(known && !isVisitors && { action: known }),
    ...(trimmed && { text: trimmed }),
  };
}
