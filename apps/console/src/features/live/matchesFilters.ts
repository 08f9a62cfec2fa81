import type { LiveEvent } from "@marquee/contract/schema";
import { titleOf } from "../../shared/events/eventChoices.ts";

export const LIVE_FILTERS = ["type", "text", "kind"] as const;
export type LiveFilters = Record<(typeof LIVE_FILTERS)[number], string>;

/** Whether an event passes the filters; an empty filter passes every event. Text matches any part of the event's title, name, path or source, in any case. */
export function matchesFilters(event: LiveEvent, { type, text, kind }: LiveFilters): boolean {
  if (type && event.type !== type) return false;
  if (kind === "people" && event.isBot) return false;
  if (kind === "machines" && !event.isBot) return false;
  const wanted = text.toLowerCase();
  return [event.event, titleOf(event), event.path, event.source].some((each) =>
    each.toLowerCase().includes(wanted),
  );
}
