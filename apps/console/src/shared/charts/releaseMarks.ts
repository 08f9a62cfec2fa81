import { cutText } from "@marquee/contract";
import type { Release } from "@marquee/contract/schema";
import type { ChartMark, ChartTime } from "./chartData.ts";
import { countedMarks } from "./noteMarks.ts";

/** Number of characters that distinguishes releases. */
const SHORT_ID_LENGTH = 7;

/** The short form of a release's ID. A version that people chose, such as 1.10.0, is shown in full. */
export function shortRelease(id: string): string {
  return id.includes(".") ? id : cutText(id, SHORT_ID_LENGTH);
}

/** Marks for releases, in the hour or day in which they were first served. Several in one are counted. */
export function releaseMarks(time: ChartTime, releases: readonly Release[]): ChartMark[] {
  const labeled = releases.map(({ id, servedFrom }) => ({
    at: servedFrom,
    label: `release ${shortRelease(id)}`,
  }));
  return countedMarks(time, labeled, "releases");
}
