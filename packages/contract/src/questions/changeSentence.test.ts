import { expect, it } from "vitest";
import type { NotableChange } from "./changeReport.schema.ts";
import { changeSentence } from "./changeSentence.ts";

const change = (overrides: Partial<NotableChange>): NotableChange => ({
  metric: "leads",
  part: null,
  value: 17,
  before: 45,
  low: 30,
  high: 62,
  ...overrides,
});
const newsletter = { dimension: "visit:source", value: "newsletter" } as const;
const google = { dimension: "visit:source", value: "Google" } as const;

it("reports the total change and the part that changed most in that direction", () => {
  const up = change({ part: google, value: 20, before: 3 });
  const visits = change({ part: google, metric: "visits", value: 100, before: 300 });
  const down = change({ part: newsletter, value: 4, before: 30 });
  expect(changeSentence({ changes: [change({}), up, visits, down] })).toEqual({
    text: "Leads fell 62%, from 45 to 17: newsletter from 30 to 4.",
    direction: "down",
  });
  expect(changeSentence({ changes: [change({}), up] })?.text).toBe("Leads fell 62%, from 45 to 17.");
});

it("explains visitors by visits, and names the unit", () => {
  const visitors = change({ metric: "visitors", value: 1500, before: 1000 });
  const visits = change({ part: google, metric: "visits", value: 1043, before: 549 });
  expect(changeSentence({ changes: [visitors, visits] })?.text).toBe(
    "Visitors rose 50%, from 1,000 to 1,500: Google visits from 549 to 1,043.",
  );
});

it("names a part alone if the whole did not change", () => {
  const visits = change({ part: google, metric: "visits", value: 1043, before: 549 });
  expect(changeSentence({ changes: [visits] })?.text).toBe("Visits from Google rose 90%, from 549 to 1,043.");
});

it("shows no percentage of zero, and never “none”", () => {
  expect(changeSentence({ changes: [change({ value: 14, before: 0 })] })).toEqual({
    text: "Leads rose, from 0 to 14.",
    direction: "up",
  });
});

it("returns null without notable changes", () => {
  expect(changeSentence({ changes: [] })).toBeNull();
});
