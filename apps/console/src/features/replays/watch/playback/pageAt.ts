import type { SegmentSummary } from "../../../../player/protocol.ts";

/** The first picture comes a little after the page began. */
const LENIENCE = 100;

/** URL of the page at a time, according to the recording. Empty before the first. */
export function pageAt(digests: readonly SegmentSummary[], at: number): string {
  const pages = digests.flatMap((digest) => digest.pages).filter((page) => page.at <= at + LENIENCE);
  return pages.reduce((found, page) => (page.at >= found.at ? page : found), { at: 0, href: "" }).href;
}
