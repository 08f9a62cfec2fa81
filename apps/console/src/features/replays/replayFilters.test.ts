import { expect, it } from "vitest";
import { NO_REPLAY_FILTER, replayHref, toReplayFilter } from "./replayFilters.ts";

it("keeps valid filters and drops invalid and empty ones", () => {
  expect(toReplayFilter(NO_REPLAY_FILTER)).toEqual({});
  const given = { ...NO_REPLAY_FILTER, page: "/pricing", length: "60", frustration: "rage" };
  expect(toReplayFilter(given)).toEqual({ page: "/pricing", length: 60, frustration: "rage" });
  expect(toReplayFilter({ ...NO_REPLAY_FILTER, length: "long", frustration: "mild" })).toEqual({});
});

it("links to the start of a replay and keeps the list's filters", () => {
  expect(replayHref("1-a b", "?device=mobile&t=5&tab=2")).toBe("/replays/1-a%20b?device=mobile");
  expect(replayHref("1-a", "")).toBe("/replays/1-a");
});
