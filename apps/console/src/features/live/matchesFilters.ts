import type { LiveEvent } from "@marquee/contract/schema";

export const LIVE_FILTERS = ["type", "text", "kind"] as const;
export type LiveFilters = Record<(typeof LIVE_FILTERS)[number], string>;

/** Whether an event is what the filters ask for; an empty one asks for nothing. Texts match in part, in any case. */
export function matchesFilters(event: LiveEvent, { type, text, kind }: LiveFilters): boolean {
  if (type && event.type !== type) return false;
  if (kind === "people" && event.isBot) return false;
  if (kind === "machines" && !event.isBot) return false;
  const wanted = text.toLowerCase();
  return [event.event, event.path, event.source].some((each) => each.toLowerCase().includes(wanted));
}
