import { FRUSTRATIONS } from "@marquee/contract";
import type { ReplayFilter } from "@marquee/contract/schema";

export const REPLAY_FILTER_NAMES = [
  "page",
  "event",
  "error",
  "frustration",
  "device",
  "country",
  "source",
  "variation",
  "length",
  "visitor",
] as const;
export type ReplayFilterName = (typeof REPLAY_FILTER_NAMES)[number];
export type ReplayFilterValues = Record<ReplayFilterName, string>;

export const NO_REPLAY_FILTER = Object.fromEntries(
  REPLAY_FILTER_NAMES.map((name) => [name, ""]),
) as ReplayFilterValues;

/** The URL's filters as query parameters, without empty and invalid ones. */
export function toReplayFilter({ length, frustration, ...texts }: ReplayFilterValues): ReplayFilter {
  const seconds = Number(length);
  const known = FRUSTRATIONS.find((name) => name === frustration);
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== "")),
    ...(Number.isInteger(seconds) && seconds > 0 && { length: seconds }),
    ...(known && { frustration: known }),
  };
}

export const isFiltered = (values: ReplayFilterValues): boolean =>
  REPLAY_FILTER_NAMES.some((name) => values[name] !== "");

/** URL of a replay. It keeps the list's filters, so that "next" follows the list, and drops the time and tab. */
export function replayHref(id: string, search: string): string {
  const params = new URLSearchParams(search);
  params.delete("t");
  params.delete("tab");
  return `/replays/${encodeURIComponent(id)}${params.size > 0 ? `?${params}` : ""}`;
}
