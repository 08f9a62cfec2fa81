import type { Release } from "@marquee/contract/schema";
import type { ChartMark } from "./chartData.ts";

/** Enough characters of an ID to tell releases apart. */
const SHORT_ID = 7;

/** As much of a release's id as is shown. */
export function shortRelease(id: string): string {
  return id.slice(0, SHORT_ID);
}

/**
 * Releases as marks of the hours or days in which they came to be served; several of one are counted.
 * @param starts milliseconds since the epoch, rising.
 * @param noun what they are called; ids of versions are names that people gave, and are not cut.
 */
export function releaseMarks(
  starts: readonly number[],
  releases: readonly Release[],
  noun: "release" | "version" = "release",
): ChartMark[] {
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const within = releases.filter(({ servedFrom }) => servedFrom >= start && servedFrom < end);
    const [first] = within;
    if (!first) return [];
    const name = noun === "release" ? shortRelease(first.id) : first.id;
    return [{ index, label: within.length > 1 ? `${within.length} ${noun}s` : `${noun} ${name}` }];
  });
}
