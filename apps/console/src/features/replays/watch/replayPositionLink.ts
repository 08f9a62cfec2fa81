/** Where to begin, as an address says it: `tab` from 1, `t` in seconds. */
export interface ReplayPosition {
  tab: number;
  /** Milliseconds from the tab's start. */
  time: number;
}

/** @param search a query string. @returns also whether it names a moment at all. */
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

/** The tab that is shown for one that is asked for: the last, where the session has no such tab. @param count of its tabs, 0 until they are known */
export function resolveTab(asked: number, count: number): number {
  return Math.min(asked, Math.max(count, 1));
}

/** The address that shows this moment; what else it says stays. */
export function replayPositionLink(address: string, { tab, time }: ReplayPosition): string {
  const url = new URL(address);
  url.searchParams.set("t", String(Math.floor(time / 1000)));
  if (tab > 1) url.searchParams.set("tab", String(tab));
  else url.searchParams.delete("tab");
  return url.href;
}
