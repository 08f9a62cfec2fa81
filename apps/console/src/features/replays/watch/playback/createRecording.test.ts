import type { ReplaySegment } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { createRecording, inactivePeriods, pageAt } from "./createRecording.ts";

const START = 1_000_000;
const segment = (index: number): ReplaySegment => ({
  id: `s${index}`,
  recordingId: "r",
  bytes: 1,
  clockCorrection: 0,
  hasFullSnapshot: index === 0,
  start: START + index * 30_000,
  end: START + (index + 1) * 30_000,
});
const TRACK = { start: START, end: START + 90_000, segments: [0, 1, 2].map(segment), isOnly: true };
const digest = (...activity: number[]) => ({
  activity: activity.map((time) => START + time),
  clicks: [],
  pages: [],
  messages: [],
});

it("can show a time once every segment up to it is loaded or known to be missing", () => {
  const recording = createRecording(TRACK, []);
  expect(recording.mayShow(0)).toBe(false);
  recording.settle("s0", digest(0));
  expect([recording.mayShow(0), recording.mayShow(40_000), recording.playableUntil(0)]).toEqual([
    true,
    false,
    30_000,
  ]);
  recording.miss("s1");
  expect([recording.mayShow(40_000), recording.playableUntil(0)]).toEqual([true, 60_000]);
  expect(recording.facts()).toMatchObject({ loaded: 2 / 3, missing: [{ from: 30_000, to: 60_000 }] });
});

it("reports no inactivity where a segment is still loading", () => {
  const recording = createRecording(TRACK, []);
  recording.settle("s0", digest(0, 2000, 4000));
  expect(recording.facts().quiet).toEqual([]);
  recording.settle("s2", digest(80_000));
  recording.settle("s1", digest());
  expect(recording.facts().quiet).toEqual([
    { from: 5000, to: 79_000 },
    { from: 81_000, to: 89_000 },
  ]);
});

it("ignores segments of another replay", () => {
  const recording = createRecording(TRACK, []);
  recording.settle("of another replay", digest(0));
  expect(recording.facts()).toMatchObject({ loaded: 0, marks: [] });
});

it("finds long inactivity, also at the start and the end, and leaves a second on either side", () => {
  expect(inactivePeriods([20_000, 25_000, 50_000], 0, 60_000)).toEqual([
    { from: 1000, to: 19_000 },
    { from: 26_000, to: 49_000 },
    { from: 51_000, to: 59_000 },
  ]);
  expect(inactivePeriods([5000], 0, 10_000)).toEqual([]);
});

it("returns the latest URL in the recording", () => {
  const digest = (at: number, href: string) => ({
    activity: [],
    clicks: [],
    messages: [],
    pages: [{ at, href }],
  });
  const digests = [
    digest(5000, "https://a.example/pricing"),
    digest(1000, "https://a.example/?utm=x"),
    digest(9000, "https://a.example/brain"),
  ];
  expect([0, 1000, 4000, 6000, 9500].map((at) => pageAt(digests, at))).toEqual([
    "",
    "https://a.example/?utm=x",
    "https://a.example/?utm=x",
    "https://a.example/pricing",
    "https://a.example/brain",
  ]);
});
