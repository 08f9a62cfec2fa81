import { expect, it } from "vitest";
import { csvFileName } from "./fileName.ts";

const now = Date.UTC(2026, 10, 24, 12);

it.each([
  [
    { screen: "Overview", caption: "Entry page", range: "7d" },
    "overview-entry-page-2026-11-17-to-2026-11-23.csv",
  ],
  [{ screen: "Events", caption: "Events", range: "today" }, "events-2026-11-24.csv"],
  [
    { screen: "Events", caption: "Events", range: "2026-11-01..2026-12-31" },
    "events-2026-11-01-to-2026-11-24.csv",
  ],
  [{ screen: "Events", caption: "Events", range: "all" }, "events-until-2026-11-24.csv"],
  [
    { screen: "Events", caption: "Events", range: "all", first: 200_000 },
    "events-until-2026-11-24-first-200000-rows.csv",
  ],
  [{ screen: "API keys", caption: "API keys", range: null }, "api-keys-2026-11-24.csv"],
  [{ screen: "Über/../uns", caption: "A: B", range: null }, "über-uns-a-b-2026-11-24.csv"],
] as const)("names %j", (options, name) => {
  expect(csvFileName({ ...options, now })).toBe(name);
});
