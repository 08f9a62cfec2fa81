import type { EventFilter } from "@marquee/contract/schema";
import { readKind } from "../../shared/events/eventChoices.ts";

export const FILTER_NAMES = [
  "type",
  "event",
  "path",
  "error",
  "person",
  "messageId",
  "country",
  "device",
  "variation",
  "audience",
  "kind",
  "bot",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The filters of the address as the server takes them: without the empty ones. */
export function toEventFilter({ kind, ...texts }: Record<FilterName, string>): EventFilter {
  const given = Object.entries(texts).filter(([, value]) => value !== "");
  const known = readKind(kind);
  return { ...Object.fromEntries(given), ...(known ? { kind: known } : {}) };
}
