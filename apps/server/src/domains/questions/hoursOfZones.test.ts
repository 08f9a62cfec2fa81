import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { bucketStarts } from "../../platform/time/timeSeries.ts";
import { borrowEvents } from "../../testing/borrowStores.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { queryEventSeries } from "../events/queries/eventSeries.ts";
import { createQuestions } from "./createQuestions.ts";
import { EVERYTHING } from "./queries/selection.ts";

const QUARTER = 15 * ONE_MINUTE;
/** Days on which clocks change somewhere, with a day before and after. */
const DAYS = [
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-04-24",
  "2026-09-06",
  "2026-09-27",
  "2026-10-04",
  "2026-10-25",
  "2026-10-30",
  "2026-11-01",
];
const ZONES = [
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Adelaide",
  "UTC",
];
/** Times of page views, every quarter of an hour. */
const TIMES = [
  ...new Set(
    DAYS.flatMap((day) => {
      const noon = Date.parse(`${day}T12:00:00Z`);
      return Array.from({ length: 4 * 96 }, (_, index) => noon - 2 * ONE_DAY + index * QUARTER);
    }),
  ),
].sort((one, other) => one - other);

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
  const rows = TIMES.map((at) => {
    const id = `v${at}`;
    return eventRow({
      message_id: id,
      anonymous_id: id,
      visitor_id: id,
      session_id: at,
      timestamp: at,
      received_at: at,
      original_timestamp: at,
    });
  });
  await store.insert("events", rows, "quarters");
}, 120_000);
afterAll(async () => {
  await store.stop();
});

/** Hours of a day with their page views, and the labels of all hours. */
async function hoursOf(timeZone: string, day: string) {
  const { answer } = createQuestions({
    eventStore: store,
    site: () => ({ id: "trellis.example", timeZone, weekStart: 1 }),
    definitions: async () => ({ goals: [], segments: new Map() }),
    now: () => Date.parse("2026-12-01T00:00:00Z"),
  });
  const { results, meta } = await answer(
    {
      site_id: "trellis.example",
      metrics: ["pageviews"],
      dimensions: ["time:hour"],
      date_range: [day, day],
      include: { time_labels: true },
      order_by: [["time:hour", "asc"]],
    },
    { id: "ann" },
  );
  const rows = results.map(({ dimensions, metrics }) => [dimensions[0] ?? "", metrics[0] ?? 0] as const);
  return { rows, labels: meta.time_labels ?? [] };
}

it("has half an hour where clocks change by half an hour", async () => {
  const spring = await hoursOf("Australia/Lord_Howe", "2026-10-04");
  expect(spring.rows.slice(0, 5)).toEqual([
    ["2026-10-04T00:00:00+10:30", 4],
    ["2026-10-04T01:00:00+10:30", 4],
    ["2026-10-04T02:30:00+11:00", 2],
    ["2026-10-04T03:00:00+11:00", 4],
    ["2026-10-04T04:00:00+11:00", 4],
  ]);
  const autumn = await hoursOf("Australia/Lord_Howe", "2026-04-05");
  expect(autumn.rows.slice(1, 4)).toEqual([
    ["2026-04-05T01:00:00+11:00", 4],
    ["2026-04-05T01:30:00+10:30", 2],
    ["2026-04-05T02:00:00+10:30", 4],
  ]);
});

it("has a label for each hour, and assigns events to their hour, in any time zone and on any day", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ZONES), fc.constantFrom(...DAYS), async (timeZone, day) => {
      const { rows, labels } = await hoursOf(timeZone, day);
      const [starts, end] = [labels.map(Date.parse), TIMES.findLast((at) => isOn(at, timeZone, day))];
      expect(rows.map(([label]) => label)).toEqual(labels);
      const counted = starts.map((start, index) => {
        const next = starts[index + 1] ?? (end ?? 0) + 1;
        return TIMES.filter((at) => at >= start && at < next).length;
      });
      expect(rows.map(([, count]) => count)).toEqual(counted);
      const range = { from: starts[0] ?? 0, to: (end ?? 0) + 1 };
      const ofEvents = await queryEventSeries(store, {
        ...range,
        interval: "hour",
        tz: timeZone,
        selection: EVERYTHING,
        filter: {},
        seesPeople: false,
      });
      expect(ofEvents.map(({ start }) => start)).toEqual(
        bucketStarts({ ...range, interval: "hour", tz: timeZone }),
      );
    }),
    { numRuns: IS_SOAK ? 500 : 8 },
  );
});

function isOn(at: number, timeZone: string, day: string): boolean {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at) === day;
}
