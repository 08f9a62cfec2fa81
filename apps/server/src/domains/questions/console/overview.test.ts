import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND, type QueryResponse } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reconcile } from "../../../platform/storage/reconcile.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { startTestStores, type TestStores } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";

/** Tuesday. Berlin is an hour ahead of UTC. */
const MIDNIGHT = Date.parse("2026-11-24T00:00+01:00");
const NOW = MIDNIGHT + 12 * ONE_HOUR + 34 * ONE_MINUTE;
const dataDir = createTemporaryDir();
let stores: TestStores;
let console_: TestConsole;

beforeAll(async () => {
  stores = await startTestStores(dataDir);
  const view = (visitor: string, timestamp: number) =>
    eventRow({
      message_id: `${visitor}-${timestamp}`,
      visitor_id: visitor,
      session_id: timestamp,
      type: "page",
      timestamp,
      original_timestamp: timestamp,
      received_at: timestamp,
    });
  const yesterday = MIDNIGHT - ONE_DAY;
  const rows = [
    view("a", MIDNIGHT + 10 * ONE_HOUR),
    view("b", MIDNIGHT + 12 * ONE_HOUR + 20 * ONE_MINUTE),
    view("c", yesterday + 9 * ONE_HOUR),
    view("d", yesterday + 12 * ONE_HOUR + 20 * ONE_MINUTE),
    // A few minutes from now.
    view("d", yesterday + 12 * ONE_HOUR + 40 * ONE_MINUTE),
    view("i", yesterday + 12 * ONE_HOUR + 41 * ONE_MINUTE),
    // Later than now, so not in the period that today is compared with.
    ...["e", "f", "g"].map((visitor) => view(visitor, yesterday + 14 * ONE_HOUR)),
    view("h", MIDNIGHT - 7 * ONE_DAY + 11 * ONE_HOUR),
  ];
  await stores.eventStore.insert("events", rows, "views");
  // After this, sessions come from the rollup.
  await reconcile(stores, { margin: 0 });
  const lead = (id: number, overrides: object) => ({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    version: 1,
    site: "s",
    status: "new",
    timestamp: MIDNIGHT + 9 * ONE_HOUR,
    audience: "visitor",
    ...overrides,
  });
  const leads = [
    lead(1, { consented: 1, channel: "email" }),
    lead(2, { consented: 0 }),
    lead(3, { consented: 0 }),
    lead(4, { consented: 0, status: "spam" }),
    lead(5, { consented: 1, channel: "email", audience: "customer" }),
    lead(6, { consented: 1, channel: "direct", timestamp: yesterday + 14 * ONE_HOUR }),
  ];
  await stores.eventStore.insert("leads", leads, "leads");
  const minute = (MIDNIGHT + ONE_HOUR) / ONE_SECOND;
  await stores.eventStore.insert("tallies", [{ minute, name: "excluded", label: "address", count: 7 }], "t");
  console_ = await startConsole(stores, { now: () => NOW });
  const { revision, definition } = (await console_.get("/site")).json();
  const saved = await console_.put("/site", {
    revision,
    definition: { ...definition, timeZone: "Europe/Berlin" },
  });
  expect(saved.statusCode, saved.body).toBe(200);
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
  removeDir(dataDir);
});

async function read(query: object): Promise<QueryResponse> {
  const answer = await console_.post("/query", { site_id: "127.0.0.1:3000", ...query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const previous = { comparisons: { mode: "previous_period" } };

it("ends a range that reaches into the future now, and compares it with the same hours of the day before", async () => {
  const metrics = ["visitors", "visits"];
  const today = await read({ metrics, date_range: "day", include: previous });
  expect(today.results[0]).toMatchObject({ metrics: [2, 2], comparison: { metrics: [2, 2] } });
  const earlier = await read({ metrics, date_range: ["2026-11-24", "2026-11-24"], include: previous });
  expect(earlier.results).toEqual(today.results);
  expect(earlier.query.comparison_date_range?.[1]).toBe("2026-11-23T12:34:00+01:00");
});

it("compares a week so far with the same days and hours of the week before", async () => {
  const week = await read({
    metrics: ["visitors"],
    date_range: ["2026-11-23", "2026-11-24"],
    include: { comparisons: { mode: "previous_period", match_day_of_week: true } },
  });
  expect(week.results[0]).toMatchObject({ metrics: [8], comparison: { metrics: [1] } });
});

it("includes hours that only the earlier range has visits in", async () => {
  const hours = await read({
    metrics: ["visitors", "bounce_rate"],
    date_range: "day",
    dimensions: ["time:hour"],
    include: { ...previous, time_labels: true },
  });
  expect(
    hours.results.map(({ dimensions, metrics, comparison }) => [
      dimensions[0]?.slice(11, 13),
      metrics[0],
      comparison?.metrics[0],
    ]),
  ).toEqual([
    ["09", 0, 1],
    ["10", 1, 0],
    ["12", 1, 1],
  ]);
  expect(hours.results[0]?.metrics).toEqual([0, null]);
  expect(hours.meta.present_index).toBe(12);
});

it("counts all leads that are not spam, by channel, and divides those that can be compared by visitors", async () => {
  const metrics = ["leads", "lead_rate"];
  const today = await read({ metrics, date_range: "day", include: previous });
  expect(today.results[0]).toMatchObject({ metrics: [4, 50], comparison: { metrics: [0, 0] } });
  const channels = await read({ metrics: ["leads"], date_range: "day", dimensions: ["visit:channel"] });
  expect(channels.results.map(({ dimensions, metrics: [leads] }) => [dimensions[0], leads])).toEqual([
    ["(no consent)", 2],
    ["email", 2],
  ]);
});

it("tells how many events were left out, and whether there is demo data", async () => {
  const notes = (date_range: unknown) =>
    console_.post("/query/overview/notes", { site_id: "127.0.0.1:3000", date_range });
  const excluded = { signed_in: 0, opted_out: 0, address: 7 };
  expect((await notes("day")).json()).toEqual({ excluded, hasDemoData: false });
  expect((await notes("7d")).json()).toEqual({ excluded: { ...excluded, address: 0 }, hasDemoData: false });
  const wrong = await notes(["2026-11-24", "2026-11-23"]);
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([
    400,
    "Invalid date_range: it must end after it starts.",
  ]);
});
