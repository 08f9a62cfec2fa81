import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../testing/borrowStores.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { createQuestions } from "./createQuestions.ts";
import { reportChanges } from "./reportChanges.ts";

/** Wednesday noon. The last seven complete days are June 10 to 16. */
const NOW = Date.parse("2026-06-17T12:00:00Z");
const MIDNIGHT = Date.parse("2026-06-17T00:00:00Z");
const SITE = { id: "trellis.example", timeZone: "UTC", weekStart: 1 as const };

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const questions = () =>
  createQuestions({
    eventStore: store,
    site: () => SITE,
    definitions: async () => ({ goals: [], segments: new Map() }),
    now: () => NOW,
  });

let fills = 0;
/** Leads and visits per week, the latest week first. */
async function fill(weeks: { newsletter: number; google: number; visits: number }[]): Promise<void> {
  fills += 1;
  for (const table of ["events", "sessions", "reconciled", "leads"])
    await store.command(`TRUNCATE TABLE ${table}`);
  const at = (week: number, index: number) =>
    MIDNIGHT - (week * 7 + 1 + (index % 7)) * ONE_DAY + 9 * ONE_HOUR;
  const lead = (week: number, source: string, index: number) => ({
    id: crypto.randomUUID(),
    version: 1,
    site: SITE.id,
    timestamp: at(week, index),
    kind: "contact",
    form: "sales",
    status: "new",
    path: "/sales",
    locale: "en",
    audience: "visitor",
    consented: 1,
    visitor_id: "gone",
    session_id: 1,
    source,
  });
  const many = <Item>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => item(index));
  const leads = weeks.flatMap(({ newsletter, google }, week) => [
    ...many(newsletter, (index) => lead(week, "newsletter", index)),
    ...many(google, (index) => lead(week, "Google", index)),
  ]);
  const views = weeks.flatMap(({ visits }, week) =>
    many(visits, (index) => {
      const id = `${week} ${index}`;
      const timestamp = at(week, index);
      return eventRow({ message_id: id, anonymous_id: id, visitor_id: id, timestamp, session_id: timestamp });
    }),
  );
  await store.insert("leads", leads, `leads ${fills}`);
  await store.insert("events", views, `views ${fills}`);
}

const report = (date_range: string | string[] = ["2026-06-10", "2026-06-16"], mode = "previous_period") => {
  const options = { questions: questions(), site: () => SITE, now: () => NOW };
  const include = { comparisons: { mode } };
  return reportChanges(options, { site_id: SITE.id, date_range, include }, { id: "ann" });
};
const usual = { newsletter: 30, google: 15, visits: 200 };
const NINE = Array.from({ length: 9 }, () => usual);

it("reports that leads fell and which source is missing, with the figures of the tiles", async () => {
  await fill([{ ...usual, newsletter: 4, google: 13 }, ...NINE]);
  const { ranges, changes } = await report();
  expect(ranges).toEqual({
    range: ["2026-06-10T00:00:00+00:00", "2026-06-16T23:59:59.000Z"],
    earlier: ["2026-06-03T00:00:00+00:00", "2026-06-09T23:59:59+00:00"],
  });
  expect(
    changes.map(({ metric, part, value, before }) => [metric, part?.value ?? "all", value, before]),
  ).toEqual([
    ["leads", "all", 17, 45],
    ["leads", "newsletter", 4, 30],
  ]);
  const tile = await questions().answer(
    {
      site_id: SITE.id,
      metrics: ["leads"],
      date_range: ["2026-06-10", "2026-06-16"],
      include: { comparisons: { mode: "previous_period" } },
    },
    { id: "ann" },
  );
  expect([tile.results[0]?.metrics, tile.results[0]?.comparison?.metrics]).toEqual([[17], [45]]);
});

it("names a source that disappeared", async () => {
  await fill([{ ...usual, newsletter: 0, google: 40 }, ...NINE]);
  const changes = (await report()).changes.map(({ part, value, before }) => [part?.value, value, before]);
  expect(changes).toEqual([
    ["newsletter", 0, 30],
    ["Google", 40, 15],
  ]);
});

it("reports nothing without a change, without enough data, or without an earlier range", async () => {
  await fill([{ ...usual, newsletter: 26, visits: 215 }, ...NINE]);
  expect((await report()).changes).toEqual([]);
  await fill([{ ...usual, newsletter: 0 }, usual, usual, usual]);
  expect((await report()).changes).toEqual([]);
  await fill([{ ...usual, newsletter: 0 }, ...NINE]);
  expect((await report(undefined, "year_over_year")).changes).toEqual([]);
  const options = { questions: questions(), site: () => SITE, now: () => NOW };
  const query = { site_id: SITE.id, date_range: "7d" };
  expect(await reportChanges(options, query, { id: "ann" })).toEqual({ ranges: null, changes: [] });
});

it("compares today with the same hours of the day before, by the site's clock", async () => {
  await fill([usual, ...NINE]);
  const { ranges } = await report("day");
  expect(ranges).toEqual({
    range: ["2026-06-17T00:00:00+00:00", "2026-06-17T11:59:59.999Z"],
    earlier: ["2026-06-16T00:00:00+00:00", "2026-06-16T12:00:00+00:00"],
  });
});

it("reports more visitors and their source", async () => {
  await fill([{ ...usual, visits: 400 }, ...NINE]);
  const { changes } = await report();
  expect(changes[0]).toMatchObject({ metric: "visitors", part: null, value: 400, before: 200 });
});
