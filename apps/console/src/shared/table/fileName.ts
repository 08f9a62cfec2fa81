import { cutText } from "@marquee/contract";
import { type DateRangeName, daysOf, todayOf, writeDay } from "../address/range.ts";

const SLUG_MAX_LENGTH = 80;

interface FileNameOptions {
  screen: string;
  /** What the table lists. */
  caption: string;
  /** Date range of the table; null if it shows the current state. */
  range: DateRangeName | null;
  /** Number of rows, if the file is incomplete. */
  first?: number | undefined;
  /** In milliseconds since the epoch. */
  now: number;
}

/** Name of a downloaded table: "overview-pages-2026-11-01-to-2026-11-24.csv". */
export function csvFileName({ screen, caption, range, first, now }: FileNameOptions): string {
  const [screenName, listName] = [toSlug(screen), toSlug(caption)];
  const name = screenName === listName ? screenName : `${screenName}-${listName}`;
  const part = first === undefined ? "" : `-first-${first}-rows`;
  return `${name}-${range === null ? writeDay(todayOf(now)) : writeRange(range, now)}${part}.csv`;
}

function writeRange(range: DateRangeName, now: number): string {
  const days = daysOf(range, now);
  if (days === null) return `until-${writeDay(todayOf(now))}`;
  const [first, last] = [days[0], Math.max(days[0], Math.min(days[1], todayOf(now)))].map(writeDay);
  return first === last ? `${first}` : `${first}-to-${last}`;
}

function toSlug(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return cutText(slug, SLUG_MAX_LENGTH);
}
