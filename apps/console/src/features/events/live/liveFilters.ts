import type { EventSummary } from "@marquee/contract/schema";
import { describeEvent } from "../describeEvent.ts";

export const LIVE_FILTERS = ["type", "text", "kind"] as const;
export type LiveFilters = Record<(typeof LIVE_FILTERS)[number], string>;

/** Whether an event matches all filters; empty ones match everything. The text matches any part, ignoring case. */
export function matchesFilters(event: EventSummary, { type, text, kind }: LiveFilters): boolean {
  if (type && event.type !== type) return false;
  if (kind === "people" && event.isBot) return false;
  if (kind === "bots" && !event.isBot) return false;
  const wanted = text.toLowerCase();
  return [event.event, describeEvent(event).sentence, event.path, event.source].some((each) =>
    each.toLowerCase().includes(wanted),
  );
}
