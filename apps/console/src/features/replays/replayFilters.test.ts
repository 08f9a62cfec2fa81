import { expect, it } from "vitest";
import { listHref, NO_REPLAY_FILTER, replayHref, toReplayFilter } from "./replayFilters.ts";

it("keeps valid filters and drops invalid and empty ones", () => {
  expect(toReplayFilter(NO_REPLAY_FILTER)).toEqual({});
  const params = { ...NO_REPLAY_FILTER, page: "/pricing", length: "60", frustration: "rage" };
  expect(toReplayFilter(params)).toEqual({ page: "/pricing", length: 60, frustration: "rage" });
  expect(toReplayFilter({ ...NO_REPLAY_FILTER, length: "long", frustration: "mild" })).toEqual({});
});

it("links to the start of a replay and keeps the list's filters", () => {
  const replay = { id: "1-a b", matchedAt: null };
  expect(replayHref(replay, "?device=mobile&t=5&tab=2&at=7")).toBe("/replays/1-a%20b?device=mobile");
  expect(replayHref(replay, "")).toBe("/replays/1-a%20b");
  expect(listHref("device=mobile&t=5&tab=2&at=7")).toBe("/replays?device=mobile");
});

it("links to the moment that the filters ask for", () => {
  expect(replayHref({ id: "1-a", matchedAt: 1234 }, "error=x&at=7")).toBe("/replays/1-a?error=x&at=1234");
});
