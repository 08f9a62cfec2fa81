import type { ReplaySegment } from "@marquee/contract/schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadingOrder, playableUntil, segmentsNeeded, segmentsToLoad } from "./segmentsNeeded.ts";

const segment = (start: number, hasFullSnapshot = false): ReplaySegment => ({
  id: `s${start}`,
  recordingId: "r",
  start,
  end: start + 10,
  bytes: 1,
  hasFullSnapshot,
});
const SEGMENTS = [segment(0, true), segment(10), segment(20), segment(30, true), segment(40)];
const starts = (segments: readonly ReplaySegment[]) => segments.map(({ start }) => start);

describe("segmentsNeeded", () => {
  it("reaches from the last whole picture to the moment", () => {
    expect([0, 25, 30, 99].map((at) => starts(segmentsNeeded(SEGMENTS, at)))).toEqual([
      [0],
      [0, 10, 20],
      [30],
      [30, 40],
    ]);
  });

  it("is the first before everything, and all so far without a whole picture", () => {
    expect(starts(segmentsNeeded(SEGMENTS, -5))).toEqual([0]);
    expect(starts(segmentsNeeded([segment(0), segment(10)], 12))).toEqual([0, 10]);
    expect(segmentsNeeded([], 3)).toEqual([]);
  });
});

describe("loadingOrder", () => {
  it("begins with what the moment needs and goes round to the rest", () => {
    expect(starts(loadingOrder(SEGMENTS, 35))).toEqual([30, 40, 0, 10, 20]);
  });

  it("names every segment once, whatever the moment", () => {
    const recordings = fc.array(fc.boolean(), { maxLength: 20 });
    fc.assert(
      fc.property(recordings, fc.integer({ min: -5, max: 250 }), (pictures, at) => {
        const segments = pictures.map((isWhole, index) => segment(index * 10, isWhole));
        expect(starts(loadingOrder(segments, at)).sort((one, other) => one - other)).toEqual(
          starts(segments),
        );
      }),
    );
  });
});

describe("segmentsToLoad", () => {
  const toLoad = (at: number, asked: readonly number[], there: readonly number[], segments = SEGMENTS) =>
    starts(
      segmentsToLoad(segments, at, {
        isWanted: ({ start }) => !asked.includes(start),
        isThere: ({ start }) => there.includes(start),
      }),
    );

  it("is what shows the moment, then nothing until that is there, then the rest from there on", () => {
    expect(toLoad(45, [], [])).toEqual([30, 40]);
    expect(toLoad(45, [30, 40], [30])).toEqual([]);
    expect(toLoad(35, [30, 40], [30, 40])).toEqual([0, 10, 20]);
    expect(toLoad(0, [0, 10, 20, 30, 40], [0])).toEqual([]);
  });

  it("is no more than may be asked for at once", () => {
    const long = Array.from({ length: 40 }, (_, index) => segment(index * 10, index === 0));
    expect(toLoad(350, [], [], long)).toHaveLength(16);
    expect(toLoad(350, [0], [], long)[0]).toBe(10);
  });
});

it("playableUntil ends where the first segment is missing, and nowhere else", () => {
  const without = (start: number) => (each: ReplaySegment) => each.start !== start;
  expect(playableUntil(SEGMENTS, without(20), 5)).toBe(20);
  expect(playableUntil(SEGMENTS, without(20), 20)).toBe(Number.POSITIVE_INFINITY);
});
