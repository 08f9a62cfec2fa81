import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Track } from "./playback/tracks.ts";

/** A position in a replay: `tab` from 1, `time` in milliseconds from the start of the tab's track. */
export interface ReplayPosition {
  tab: number;
  time: number;
}

/**
 * Where the URL says to start: at the beginning, paused at a copied time (`t` in seconds, and `tab`), or shortly before a moment (`at`, in
 * milliseconds since the epoch), such as an error.
 */
export type ReplayStart = ({ kind: "beginning" | "time" } & ReplayPosition) | { kind: "moment"; at: number };

/** A replay that is linked from a moment starts this long before it, to show what led to it. */
export const LINK_LEAD: Milliseconds = 5 * ONE_SECOND;

/** Reads the start from a query string. An invalid position counts as none. */
export function readReplayStart(search: string): ReplayStart {
  const params = new URLSearchParams(search);
  const at = positive(params.get("at"));
  const seconds = params.get("t") === null ? Number.NaN : Number(params.get("t"));
  const tabParam = positive(params.get("tab"));
  const tab = tabParam !== null && Number.isInteger(tabParam) ? tabParam : 1;
  if (Number.isFinite(seconds) && seconds >= 0) return { kind: "time", tab, time: seconds * 1000 };
  if (at !== null) return { kind: "moment", at };
  return { kind: "beginning", tab, time: 0 };
}

function positive(text: string | null): number | null {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** The position of a start, once the tracks are known. A moment is in the tab that recorded something then. */
export function positionOf(start: ReplayStart, tracks: readonly Track[]): ReplayPosition {
  if (start.kind !== "moment") return start;
  const distances = tracks.map(({ segments }) =>
    Math.min(...segments.map((each) => distance(each, start.at))),
  );
  const nearest = Math.max(distances.indexOf(Math.min(...distances)), 0);
  const from = tracks[nearest]?.start ?? start.at;
  return { tab: nearest + 1, time: Math.max(start.at - LINK_LEAD - from, 0) };
}

/** Milliseconds between a segment and a moment; 0 within the segment. */
function distance({ start, end }: { start: number; end: number }, at: number): number {
  return Math.max(start - at, at - end, 0);
}

/**
 * The tab to show: the requested one, or the last if the session has fewer.
 * @param count number of tabs; 0 until it is known.
 */
export function resolveTab(tab: number, count: number): number {
  return Math.min(tab, Math.max(count, 1));
}

/** The URL with this position. Its other parameters are kept. */
export function replayPositionLink(address: string, { tab, time }: ReplayPosition): string {
  const url = new URL(address);
  url.searchParams.delete("at");
  url.searchParams.set("t", String(Math.floor(time / 1000)));
  if (tab > 1) url.searchParams.set("tab", String(tab));
  else url.searchParams.delete("tab");
  return url.href;
}
