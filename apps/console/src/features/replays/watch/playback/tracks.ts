import type { ReplaySegment } from "@marquee/contract/schema";

/** Documents recorded one after the other, as in one browser tab. Times are in milliseconds since the epoch. */
export interface Track {
  start: number;
  end: number;
  /** Sorted by start. */
  segments: readonly ReplaySegment[];
  /** Whether it is the session's only track. */
  isOnly: boolean;
}

/** Groups segments into tracks. Recordings that ran at the same time get separate tracks. */
export function buildTracks(segments: readonly ReplaySegment[]): Track[] {
  const ids = [...new Set(segments.map(({ recordingId }) => recordingId))];
  const recordings = ids.map((id) => trackOf(segments.filter(({ recordingId }) => recordingId === id)));
  const tracks: Omit<Track, "isOnly">[] = [];
  for (const recording of recordings.sort(byStart)) {
    const place = tracks.findIndex(({ end }) => end <= recording.start);
    const before = tracks[place];
    if (before) tracks[place] = trackOf([...before.segments, ...recording.segments]);
    else tracks.push(recording);
  }
  return tracks.map((track) => ({ ...track, isOnly: tracks.length === 1 }));
}

function trackOf(segments: readonly ReplaySegment[]): Omit<Track, "isOnly"> {
  return {
    start: Math.min(...segments.map(({ start }) => start)),
    end: Math.max(...segments.map(({ end }) => end)),
    segments: segments.toSorted(byStart),
  };
}

const byStart = (one: { start: number }, other: { start: number }) => one.start - other.start;
