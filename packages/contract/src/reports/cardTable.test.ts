import { expect, it } from "vitest";
import type { QueryResponse } from "../questions/query.schema.ts";
import { cardTable, importsNote } from "./cardTable.ts";
import type { Card, CardAnswer } from "./reports.schema.ts";

const SERIES: Card["content"] = { kind: "series", metric: "visits", interval: "week" };
const answered = (imported: QueryResponse["meta"]): CardAnswer => ({
  kind: "series",
  // Safe cast: tables read only these parts of a response.
  answer: {
    results: [
      { dimensions: ["2026-04-27"], metrics: [40] },
      { dimensions: ["2026-05-04"], metrics: [3] },
    ],
    meta: { time_labels: ["2026-04-27", "2026-05-04", "2026-05-11"], ...imported },
    query: {},
  } as unknown as QueryResponse,
});

it("shows for each interval whether it has imported days", () => {
  const { columns, rows } = cardTable(
    { content: SERIES },
    answered({ imported_ranges: [{ system: "ga4", first: "2026-05-01", last: "2026-05-04" }] }),
  );
  expect(columns.map(({ title }) => title)).toEqual(["Time", "Visits", "Imported from"]);
  expect(rows).toEqual([
    ["2026-04-27", 40, "GA4"],
    ["2026-05-04", 3, "GA4"],
    ["2026-05-11", 0, ""],
  ]);
});

it("has no such column for a range without imported days, even if the earlier range has some", () => {
  const imported_ranges = [{ system: "ga4" as const, first: "2025-05-01", last: "2026-04-26" }];
  for (const meta of [{}, { imported_ranges }]) {
    const { columns } = cardTable({ content: SERIES }, answered(meta));
    expect(columns.map(({ title }) => title)).toEqual(["Time", "Visits"]);
  }
});

it("notes imported days of figures, lists and series only", () => {
  const warning = "Includes daily totals imported from GA4.";
  expect(importsNote(answered({ imports_warning: warning }))).toBe(warning);
  expect(importsNote(answered({}))).toBeUndefined();
  expect(
    importsNote({ kind: "retention", answer: { weeks: [], left: 0, knownSince: null } }),
  ).toBeUndefined();
});
