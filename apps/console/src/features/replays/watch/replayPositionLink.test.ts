import { expect, it } from "vitest";
import { buildTracks } from "./playback/tracks.ts";
import { positionOf, readReplayStart, replayPositionLink, resolveTab } from "./replayPositionLink.ts";

it("restores the position, and keeps the list's filters", () => {
  const link = replayPositionLink("https://a.example/console/replays/1-a?page=%2Fpricing&t=3&at=99", {
    tab: 2,
    time: 65_400,
  });
  expect(new URL(link).searchParams.get("page")).toBe("/pricing");
  expect(readReplayStart(new URL(link).search)).toEqual({ kind: "time", tab: 2, time: 65_000 });
  expect(replayPositionLink(link, { tab: 1, time: 0 })).toBe(
    "https://a.example/console/replays/1-a?page=%2Fpricing&t=0",
  );
  expect(readReplayStart("?t=0")).toEqual({ kind: "time", tab: 1, time: 0 });
});

it("starts at the beginning without a valid position", () => {
  for (const search of ["", "?t=-4&tab=0", "?t=soon&tab=1.5", "?at=", "?at=then", "?at=-1", "?at=Infinity"]) {
    expect(readReplayStart(search), search).toEqual({ kind: "beginning", tab: 1, time: 0 });
  }
});

it("selects a tab that exists", () => {
  expect([1, 2, 7].map((tab) => resolveTab(tab, 2))).toEqual([1, 2, 2]);
  expect(resolveTab(3, 0)).toBe(1);
});

it("starts five seconds before a moment, in the tab that recorded something then", () => {
  const segment = (recordingId: string, start: number, end: number) => ({
    id: `${recordingId} ${start}`,
    recordingId,
    start,
    end,
    clockCorrection: 0,
    hasFullSnapshot: true,
    bytes: 1,
  });
  const tracks = buildTracks([
    segment("one", 100_000, 110_000),
    segment("other", 105_000, 112_000),
    segment("one", 150_000, 160_000),
    segment("other", 170_000, 180_000),
  ]);
  const start = (at: string) => positionOf(readReplayStart(`?at=${at}`), tracks);
  expect(start("155000")).toEqual({ tab: 1, time: 50_000 });
  expect(start("171500")).toEqual({ tab: 2, time: 61_500 });
  expect(start("102000")).toEqual({ tab: 1, time: 0 });
  expect(start("5"), "before the recording").toEqual({ tab: 1, time: 0 });
  expect(positionOf(readReplayStart("?at=5"), []), "before it is loaded").toEqual({ tab: 1, time: 0 });
});
