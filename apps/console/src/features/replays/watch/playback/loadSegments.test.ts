import type { ReplaySegment } from "@marquee/contract/schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadingOrder, loadSegments, playableUntil, segmentsNeeded, segmentsToLoad } from "./loadSegments.ts";

const SEGMENTS: ReplaySegment[] = Array.from({ length: 5 }, (_, index) => ({
  id: `s${index}`,
  recordingId: "r",
  bytes: 1,
  clockCorrection: 0,
  hasFullSnapshot: index === 0,
  start: index,
  end: index + 1,
}));
const JSON_OF = (id: string) => new TextEncoder().encode(id).buffer;

/** Loads all segments from a server where segment `lost` is missing and requests that include `broken` fail. */
async function load({ lost = "", broken = "" } = {}) {
  const requested: string[] = [];
  const loaded: string[] = [];
  const missing: string[] = [];
  await new Promise<void>((resolve) => {
    const settle = (list: string[]) => (segment: ReplaySegment) => {
      list.push(segment.id);
      if (loaded.length + missing.length === SEGMENTS.length) resolve();
    };
    loadSegments({
      next: (isWanted) => SEGMENTS.filter(isWanted).slice(0, 2),
      fetchSegments: async (ids) => {
        requested.push(ids.join("+"));
        if (ids.includes(broken)) throw new Error("503");
        return ids.map((id) => (id === lost ? null : JSON_OF(id)));
      },
      onLoaded: settle(loaded),
      onMissing: settle(missing),
    });
  });
  return { requested, loaded, missing };
}

it("loads every segment once, two at a time", async () => {
  expect(await load()).toEqual({
    requested: ["s0+s1", "s2+s3", "s4"],
    loaded: ["s0", "s1", "s2", "s3", "s4"],
    missing: [],
  });
});

it("reports only segments as missing that the server does not have or can't return on their own", async () => {
  expect((await load({ lost: "s1" })).missing).toEqual(["s1"]);
  const { requested, loaded, missing } = await load({ broken: "s2" });
  expect([requested.includes("s3"), loaded.sort(), missing]).toEqual([
    true,
    ["s0", "s1", "s3", "s4"],
    ["s2"],
  ]);
});

it("loads more on resume, and nothing after stop", async () => {
  let isOpen = false;
  const requested: string[] = [];
  const loader = loadSegments({
    next: (isWanted) => (isOpen ? SEGMENTS.filter(isWanted).slice(0, 1) : []),
    fetchSegments: async (ids) => {
      requested.push(...ids);
      return new Promise(() => undefined);
    },
    onLoaded: () => undefined,
    onMissing: () => undefined,
  });
  expect(requested).toEqual([]);
  isOpen = true;
  loader.resume();
  expect(requested).toEqual(["s0", "s1"]);
  loader.stop();
  loader.resume();
  expect(requested).toEqual(["s0", "s1"]);
});

const segment = (start: number, hasFullSnapshot = false): ReplaySegment => ({
  id: `s${start}`,
  recordingId: "r",
  start,
  end: start + 10,
  bytes: 1,
  clockCorrection: 0,
  hasFullSnapshot,
});
const PLANNED = [segment(0, true), segment(10), segment(20), segment(30, true), segment(40)];
const starts = (segments: readonly ReplaySegment[]) => segments.map(({ start }) => start);

describe("segmentsNeeded", () => {
  it("returns the segments from the last full snapshot to the given time", () => {
    expect([0, 25, 30, 99].map((at) => starts(segmentsNeeded(PLANNED, at)))).toEqual([
      [0],
      [0, 10, 20],
      [30],
      [30, 40],
    ]);
  });

  it("returns the first segment for an earlier time, and all so far without a full snapshot", () => {
    expect(starts(segmentsNeeded(PLANNED, -5))).toEqual([0]);
    expect(starts(segmentsNeeded([segment(0), segment(10)], 12))).toEqual([0, 10]);
    expect(segmentsNeeded([], 3)).toEqual([]);
  });
});

describe("loadingOrder", () => {
  it("starts with the segments needed for the given time and ends with those before them", () => {
    expect(starts(loadingOrder(PLANNED, 35))).toEqual([30, 40, 0, 10, 20]);
  });

  it("contains every segment once, whatever the time", () => {
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
  const toLoad = (at: number, requested: readonly number[], there: readonly number[], segments = PLANNED) =>
    starts(
      segmentsToLoad(segments, at, {
        isWanted: ({ start }) => !requested.includes(start),
        isThere: ({ start }) => there.includes(start),
      }),
    );

  it("returns the segments needed for the time, then nothing until they are loaded, then the rest", () => {
    expect(toLoad(45, [], [])).toEqual([30, 40]);
    expect(toLoad(45, [30, 40], [30])).toEqual([]);
    expect(toLoad(35, [30, 40], [30, 40])).toEqual([0, 10, 20]);
    expect(toLoad(0, [0, 10, 20, 30, 40], [0])).toEqual([]);
  });

  it("returns at most as many segments as one request may contain", () => {
    const long = Array.from({ length: 40 }, (_, index) => segment(index * 10, index === 0));
    expect(toLoad(350, [], [], long)).toHaveLength(16);
    expect(toLoad(350, [0], [], long)[0]).toBe(10);
  });
});

it("playableUntil returns the start of the next missing segment", () => {
  const without = (start: number) => (each: ReplaySegment) => each.start !== start;
  expect(playableUntil(PLANNED, without(20), 5)).toBe(20);
  expect(playableUntil(PLANNED, without(20), 20)).toBe(Number.POSITIVE_INFINITY);
});
