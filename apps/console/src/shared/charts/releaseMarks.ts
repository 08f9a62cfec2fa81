import { cutText } from "@marquee/contract";
import type { Release } from "@marquee/contract/schema";
import type { ChartMark } from "./chartData.ts";

/** Number of characters that distinguishes releases. */
const SHORT_ID_LENGTH = 7;

/** The short form of a release's ID. A version that people chose, such as 1.10.0, is shown in full. */
export function shortRelease(id: string): string {
  return id.includes(".") ? id : cutText(id, SHORT_ID_LENGTH);
}

/**
 * Marks for releases, in the hour or day in which they were first served. Several in one are counted.
 * @param starts in milliseconds since the epoch, ascending.
 */
export function releaseMarks(starts: readonly number[], releases: readonly Release[]): ChartMark[] {
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const within = releases.filter(({ servedFrom }) => servedFrom >= start && servedFrom < end);
    const [first] = within;
    if (!first) return [];
    const label = within.length > 1 ? `${within.length} releases` : `release ${shortRelease(first.id)}`;
    return [{ index, label }];
  });
}
