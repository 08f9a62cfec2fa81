import type { EventSummary } from "@marquee/contract/schema";
import { readKind } from "../../../shared/events/eventChoices.ts";
import { describeEvent } from "../describeEvent.ts";

export const LIVE_FILTERS = ["type", "text", "kind"] as const;
export type LiveFilters = Record<(typeof LIVE_FILTERS)[number], string>;

/** Whether an event matches all filters; empty ones match everything but bots. The text matches any part, ignoring case. */
export function matchesFilters(event: EventSummary, { type, text, kind }: LiveFilters): boolean {
  if (type && event.type !== type) return false;
  const sender = readKind(kind);
  if (sender !== "all" && event.isBot !== (sender === "bots")) return false;
  const wanted = text.toLowerCase();
  return [event.event, describeEvent(event).sentence, event.path, event.source].some((each) =>
    each.toLowerCase().includes(wanted),
  );
}
