import { FRUSTRATIONS } from "@marquee/contract";
import type { ListedReplay, ReplayFilter } from "@marquee/contract/schema";

export const REPLAY_FILTER_NAMES = ["error", "frustration", "length", "visitor"] as const;
export type ReplayFilterName = (typeof REPLAY_FILTER_NAMES)[number];
export type ReplayFilterValues = Record<ReplayFilterName, string>;

export const NO_REPLAY_FILTER = Object.fromEntries(
  REPLAY_FILTER_NAMES.map((name) => [name, ""]),
) as ReplayFilterValues;

/** The URL's filters as query parameters, without empty and invalid ones. */
export function toReplayFilter({ length, frustration, ...texts }: ReplayFilterValues): ReplayFilter {
  const seconds = Number(length);
  const signal = FRUSTRATIONS.find((name) => name === frustration);
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== "")),
    ...(Number.isInteger(seconds) && seconds > 0 && { length: seconds }),
    ...(signal && { frustration: signal }),
  };
}

export const hasReplayFilters = (values: ReplayFilterValues): boolean =>
  REPLAY_FILTER_NAMES.some((name) => values[name] !== "");

/** Parameters that belong to one replay, see `watch/replayPositionLink.ts`. */
const POSITION = ["t", "tab", "at"];

/** URL of the list with the filters of a replay's query string. */
export const listHref = (search: string): string => hrefOf("/replays", search);

/**
 * URL of a replay in a list. It keeps the list's filters, so that "next" follows the list, and starts at the moment that the filters ask for, such
 * as an error.
 */
export function replayHref(
  { id, matchedAt }: Pick<ListedReplay, "id" | "matchedAt">,
  search: string,
): string {
  return hrefOf(`/replays/${encodeURIComponent(id)}`, search, matchedAt);
}

function hrefOf(path: string, search: string, at: number | null = null): string {
  const params = new URLSearchParams(search);
  for (const name of POSITION) params.delete(name);
  if (at !== null) params.set("at", String(at));
  return `${path}${params.size > 0 ? `?${params}` : ""}`;
}
