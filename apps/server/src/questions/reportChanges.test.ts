import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventStore } from "../storage/events/eventStore.ts";
import { borrowEvents } from "../testing/borrowStores.ts";
import { eventRow } from "../testing/eventRow.ts";
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
    ...{
      version: 1,
      site: SITE.id,
      timestamp: at(week, index),
      kind: "contact",
      form: "sales",
      status: "new",
    },
    ...{
      path: "/sales",
      locale: "en",
      audience: "visitor",
      consented: 1,
      visitor_id: "gone",
      session_id: 1,
      source,
    },
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

const report = (date_range: string | string[] = "7d") => {
  const site = () => SITE;
  const now = () => NOW;
  const definitions = async () => ({ goals: [], segments: new Map() });
  const questions = createQuestions({ eventStore: store, site, definitions, now });
  return reportChanges({ questions, site, now }, { site_id: SITE.id, date_range }, { id: "ann" });
};
const usual = { newsletter: 14, google: 10, visits: 30 };
const eightWeeks = Array.from({ length: 8 }, () => usual);

it("names the source whose leads are missing, after the whole site", async () => {
  await fill([{ ...usual, newsletter: 2 }, ...eightWeeks]);
  const { period, periods, shift, changes } = await report();
  expect({ period, periods, shift }).toEqual({
    period: { from: "2026-06-10", to: "2026-06-16" },
    periods: 8,
    shift: 7,
  });
  expect(changes).toEqual([
    expect.objectContaining({ metric: "leads", part: null, value: 12, median: 24, low: 14 }),
    {
      metric: "leads",
      part: { dimension: "visit:source", value: "newsletter" },
      ...{ value: 2, median: 14, deviation: 0, low: 4, high: 30, earlier: [14, 14, 14, 14, 14, 14, 14, 14] },
    },
  ]);
  await fill([{ ...usual, newsletter: 1, google: 1 }, ...eightWeeks]);
  expect((await report()).changes.map(({ part, value }) => [part?.value ?? "all", value])).toEqual([
    ["all", 2],
    ["newsletter", 1],
    ["Google", 1],
  ]);
});

it("says nothing when all is usual, and mentions visits only then", async () => {
  await fill([{ ...usual, newsletter: 11 }, ...eightWeeks]);
  expect((await report()).changes).toEqual([]);
  await fill([{ ...usual, visits: 90 }, ...eightWeeks]);
  const { changes } = await report();
  expect(changes[0]).toMatchObject({ metric: "visits", part: null, value: 90, median: 30 });
});

it("does not judge without four earlier periods, and judges yesterday if today is asked for", async () => {
  await fill([{ ...usual, newsletter: 0 }, usual, usual, usual]);
  expect(await report()).toMatchObject({ periods: 3, changes: [] });
  expect((await report("day")).period).toEqual({ from: "2026-06-16", to: "2026-06-16" });
});
