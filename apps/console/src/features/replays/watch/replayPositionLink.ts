/** Start position, from the URL: `tab` from 1, `t` in seconds. */
export interface ReplayPosition {
  tab: number;
  /** Milliseconds from the start of the tab's track. */
  time: number;
}

/** Reads the position from a query string, with defaults. `isNamed` says whether the URL contains one. */
export function readReplayPosition(search: string): ReplayPosition & { isNamed: boolean } {
  const params = new URLSearchParams(search);
  const seconds = Number(params.get("t"));
  const tab = Number(params.get("tab"));
  const isReferenced = params.has("t") && Number.isFinite(seconds) && seconds >= 0;
  return {
    tab: Number.isInteger(tab) && tab > 0 ? tab : 1,
    time: isReferenced ? seconds * 1000 : 0,
    isNamed: isReferenced,
  };
}

/**
 * The tab to show: the requested one, or the last if the session has fewer.
 * @param count number of tabs; 0 until it is known.
 */
export function resolveTab(asked: number, count: number): number {
  return Math.min(asked, Math.max(count, 1));
}

/** The URL with this position. Its other parameters are kept. */
export function replayPositionLink(address: string, { tab, time }: ReplayPosition): string {
  const url = new URL(address);
  url.searchParams.set("t", String(Math.floor(time / 1000)));
  if (tab > 1) url.searchParams.set("tab", String(tab));
  else url.searchParams.delete("tab");
  return url.href;
}
