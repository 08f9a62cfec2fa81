import type { LiveEvent } from "@marquee/contract/schema";
import { titleOf } from "../../shared/events/eventChoices.ts";

export const LIVE_FILTERS = ["type", "text", "kind"] as const;
export type LiveFilters = Record<(typeof LIVE_FILTERS)[number], string>;

/** Whether an event matches all filters; empty ones match everything. The text matches any part, ignoring case. */
export function matchesFilters(event: LiveEvent, { type, text, kind }: LiveFilters): boolean {
  if (type && event.type !== type) return false;
  if (kind === "people" && event.isBot) return false;
  if (kind === "bots" && !event.isBot) return false;
  const wanted = text.toLowerCase();
  return [event.event, titleOf(event), event.path, event.source].some((each) =>
    each.toLowerCase().includes(wanted),
  );
}
