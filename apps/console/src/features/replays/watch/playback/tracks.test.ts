import type { ReplaySegment } from "@marquee/contract/schema";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildTracks } from "./tracks.ts";

const segment = (recordingId: string, start: number, end: number): ReplaySegment => ({
  id: `${recordingId}.${start}`,
  recordingId,
  start,
  end,
  bytes: 1,
  clockCorrection: 0,
  hasFullSnapshot: true,
});

it("puts consecutive documents into one track and concurrent ones into separate tracks", () => {
  const tracks = buildTracks([
    segment("home", 0, 10),
    segment("other tab", 5, 30),
    segment("home", 10, 12),
    segment("pricing", 12, 20),
    segment("brain", 31, 40),
  ]);
  expect(tracks.map(({ start, end, segments }) => [start, end, segments.map(({ id }) => id)])).toEqual([
    [0, 40, ["home.0", "home.10", "pricing.12", "brain.31"]],
    [5, 30, ["other tab.5"]],
  ]);
  expect(tracks.map(({ isOnly }) => isOnly)).toEqual([false, false]);
  expect(buildTracks([segment("home", 0, 10)])[0]?.isOnly).toBe(true);
});

it("keeps every segment, and lets no recordings of a track overlap", () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 50 }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 15 }), (spans) => {
      const segments = spans.map(([start, length], index) => segment(`r${index}`, start, start + length));
      const tracks = buildTracks(segments);
      expect(tracks.flatMap((track) => track.segments).length).toBe(segments.length);
      for (const { segments: line } of tracks) {
        line.slice(1).forEach((each, index) => {
          expect(each.start).toBeGreaterThanOrEqual(line[index]?.end ?? 0);
        });
      }
    }),
  );
});
