import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { ReplayMark, ReplaySegment } from "@marquee/contract/schema";
import type { SegmentSummary } from "../../../../player/protocol.ts";
import { playableUntil, segmentsNeeded } from "./loadSegments.ts";
import { type Mark, mergeMarks } from "./marks.ts";
import type { Track } from "./tracks.ts";

/** Marks up to this many milliseconds outside the recording are included. */
const LENIENCE = 1000;
/** The first snapshot is taken shortly after the page starts. Milliseconds. */
const PAGE_LENIENCE = 100;
/** Shorter inactivity is not skipped, because visitors may be reading. */
const SHORTEST: Milliseconds = 8 * ONE_SECOND;
/** Part of the inactivity kept on either side, to show what led to it and what ends it. */
const MARGIN: Milliseconds = ONE_SECOND;

interface InactivePeriod {
  from: number;
  to: number;
}

/** What is known of a track so far. Times are in milliseconds from its start. */
export interface RecordingFacts {
  /** Share of segments that are loaded or known to be missing, from 0 to 1. */
  loaded: number;
  /** Periods that could not be loaded. */
  missing: readonly InactivePeriod[];
  quiet: readonly InactivePeriod[];
  marks: readonly Mark[];
}

/** Collects a track's segments as they load. */
export interface Recording {
  settle(id: string, digest: SegmentSummary): void;
  miss(id: string): void;
  facts(): RecordingFacts;
  /** Whether a segment is loaded or known to be missing. */
  isThere(segment: ReplaySegment): boolean;
  /** Whether every segment needed to show `time` is loaded or known to be missing. */
  mayShow(time: number): boolean;
  /** The time until which playback can run from `time` on. */
  playableUntil(time: number): number;
  /** URL of the page at a time. Empty before the first page. */
  pageAt(time: number): string;
}

export function createRecording(
  { start, end, segments, isOnly }: Track,
  events: readonly ReplayMark[],
): Recording {
  const digests = new Map<string, SegmentSummary>();
  const missing = new Map<string, InactivePeriod>();
  const isThere = ({ id }: ReplaySegment) => digests.has(id) || missing.has(id);
  const toTime = ({ from, to }: InactivePeriod) => ({ from: from - start, to: to - start });

  const marks = () =>
    mergeMarks(events, [...digests.values()], isOnly)
      .map((mark) => ({ ...mark, at: mark.at - start }))
      .filter(({ at }) => at >= -LENIENCE && at <= end - start + LENIENCE);

  /** Periods of inactivity. A period counts only once all its segments are loaded or known to be missing. */
  const quiet = () => {
    const activity = [...digests.values()].flatMap((digest) => digest.activity);
    const spans = inactivePeriods(
      activity.sort((one, other) => one - other),
      start,
      end,
    );
    const open = segments.filter((segment) => !isThere(segment));
    return spans
      .filter(({ from, to }) => open.every((segment) => segment.end < from || segment.start > to))
      .map(toTime);
  };

  return {
    settle(id, digest) {
      // The player may still report segments of the previous recording.
      if (segments.some((segment) => segment.id === id)) digests.set(id, digest);
    },
    miss(id) {
      const segment = segments.find((each) => each.id === id);
      if (segment) missing.set(id, toTime({ from: segment.start, to: segment.end }));
    },
    facts: () => ({
      loaded: (digests.size + missing.size) / Math.max(segments.length, 1),
      missing: [...missing.values()].sort((one, other) => one.from - other.from),
      quiet: quiet(),
      marks: marks(),
    }),
    isThere,
    mayShow: (time) => segmentsNeeded(segments, start + time).every(isThere),
    playableUntil: (time) => playableUntil(segments, isThere, start + time) - start,
    pageAt: (time) => pageAt([...digests.values()], start + time),
  };
}

/**
 * Long periods without activity, less a margin on either side.
 * @param activity times of activity, sorted. All times are in milliseconds since the epoch.
 */
export function inactivePeriods(activity: readonly number[], start: number, end: number): InactivePeriod[] {
  const moments = [start, ...activity, end];
  return moments.flatMap((from, index) => {
    const to = moments[index + 1];
    const isLong = to !== undefined && to - from >= SHORTEST;
    return isLong ? [{ from: from + MARGIN, to: to - MARGIN }] : [];
  });
}

/** URL of the page at a time, according to the recording. Empty before the first. */
export function pageAt(digests: readonly SegmentSummary[], at: number): string {
  const pages = digests.flatMap((digest) => digest.pages).filter((page) => page.at <= at + PAGE_LENIENCE);
  return pages.reduce((latest, page) => (page.at >= latest.at ? page : latest), { at: 0, href: "" }).href;
}
