import { eventTitle } from "@marquee/contract";
import type { EventSummary } from "@marquee/contract/schema";

/** The calls of Segment's specification, as filter options. */
export const TYPES = [
  ["page", "Page view"],
  ["track", "Track"],
  ["identify", "Identify"],
  ["group", "Group"],
  ["alias", "Alias"],
  ["screen", "Screen view"],
] as const;

const TYPE_TITLES: ReadonlyMap<string, string> = new Map(TYPES);

/** Title of an event: that of a known event, or the name that was sent; for a call without a name, that of its type. */
export function titleOf({ event, type }: Pick<EventSummary, "event" | "type">): string {
  return event ? eventTitle(event) : (TYPE_TITLES.get(type) ?? type);
}

/** Filter options for senders besides people only, which is the default, as in figures. */
export const KINDS = [
  ["all", "People and bots"],
  ["bots", "Bots"],
] as const;
export type Kind = "people" | (typeof KINDS)[number][0];

/** The kind in the URL. */
export function readKind(value: string): Kind {
  return KINDS.find(([kind]) => kind === value)?.[0] ?? "people";
}
