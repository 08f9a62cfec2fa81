import { expect, it } from "vitest";
import { readReplayPosition, replayPositionLink, resolveTab } from "./replayPositionLink.ts";

it("restores the position, and keeps the list's filters", () => {
  const link = replayPositionLink("https://a.example/console/replays/1-a?page=%2Fpricing&t=3", {
    tab: 2,
    time: 65_400,
  });
  expect(new URL(link).searchParams.get("page")).toBe("/pricing");
  expect(readReplayPosition(new URL(link).search)).toEqual({ tab: 2, time: 65_000, isNamed: true });
  expect(replayPositionLink(link, { tab: 1, time: 0 })).toBe(
    "https://a.example/console/replays/1-a?page=%2Fpricing&t=0",
  );
  expect(readReplayPosition("?t=0")).toEqual({ tab: 1, time: 0, isNamed: true });
});

it("starts at the beginning without a valid position", () => {
  for (const search of ["", "?t=-4&tab=0", "?t=soon&tab=1.5"]) {
    expect(readReplayPosition(search)).toEqual({ tab: 1, time: 0, isNamed: false });
  }
});

it("selects a tab that exists", () => {
  expect([1, 2, 7].map((asked) => resolveTab(asked, 2))).toEqual([1, 2, 2]);
  expect(resolveTab(3, 0)).toBe(1);
});
