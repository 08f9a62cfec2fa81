import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { OverviewResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventRow } from "../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../testing/startConsole.ts";
import { startTestStores, type TestStores } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";

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
      ...{ message_id: `${visitor}-${timestamp}`, visitor_id: visitor, session_id: timestamp, type: "page" },
      ...{ timestamp, original_timestamp: timestamp, received_at: timestamp },
    });
  const yesterday = MIDNIGHT - ONE_DAY;
  const rows = [
    view("a", MIDNIGHT + 10 * ONE_HOUR),
    view("b", MIDNIGHT + 12 * ONE_HOUR + 20 * ONE_MINUTE),
    view("c", yesterday + 9 * ONE_HOUR),
    view("d", yesterday + 12 * ONE_HOUR + 20 * ONE_MINUTE),
    // Within the same quarter of an hour as now, but later.
    view("d", yesterday + 12 * ONE_HOUR + 40 * ONE_MINUTE),
    view("i", yesterday + 12 * ONE_HOUR + 41 * ONE_MINUTE),
    // Later than now, so not in the period that today is compared with.
    ...["e", "f", "g"].map((visitor) => view(visitor, yesterday + 14 * ONE_HOUR)),
    view("h", MIDNIGHT - 7 * ONE_DAY + 11 * ONE_HOUR),
  ];
  await stores.eventStore.insert("events", rows, "views");
  const lead = (id: number, given: object) => ({
    ...{ id: `00000000-0000-4000-8000-00000000000${id}`, version: 1, site: "s", status: "new" },
    ...{ timestamp: MIDNIGHT + 9 * ONE_HOUR, audience: "visitor", ...given },
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
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
  removeDir(dataDir);
});

async function read(given: Record<string, string | number>): Promise<OverviewResponse> {
  const query = new URLSearchParams({ interval: "hour", tz: "Europe/Berlin", ...given } as Record<
    string,
    string
  >);
  const answer = await console_.get(`/overview?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

it("ends a range that reaches into the future now, and compares it with the same hours of the day before", async () => {
  const today = await read({ from: MIDNIGHT, to: MIDNIGHT + ONE_DAY });
  expect(today.range).toEqual({ from: MIDNIGHT, to: NOW + 1 });
  expect(today.previousRange).toEqual({ from: MIDNIGHT - ONE_DAY, to: NOW + 1 - ONE_DAY });
  expect([today.totals.visitors, today.previous.visitors]).toEqual([2, 2]);
  expect([today.totals.sessions, today.previous.sessions]).toEqual([2, 2]);
  // From midnight to the current hour. Later hours have no points.
  expect(today.series).toHaveLength(13);
  expect(today.series.at(-1)).toEqual({ start: MIDNIGHT + 12 * ONE_HOUR, visitors: 1, pageViews: 1 });
});

it("compares a week with the same days and hours of the week before", async () => {
  const monday = MIDNIGHT - ONE_DAY;
  const week = await read({ from: monday, to: monday + 7 * ONE_DAY, interval: "day", compareDays: 7 });
  expect(week.previousRange).toEqual({ from: monday - 7 * ONE_DAY, to: NOW + 1 - 7 * ONE_DAY });
  expect([week.totals.visitors, week.previous.visitors]).toEqual([8, 1]);
  expect(week.series.map(({ start }) => start)).toEqual([monday, MIDNIGHT]);
});

it("counts all leads that are not spam, and those that a rate divides by visitors", async () => {
  const today = await read({ from: MIDNIGHT, to: MIDNIGHT + ONE_DAY });
  expect(today.totals).toMatchObject({ leads: 4, consentedLeads: 1 });
  expect(today.previous).toMatchObject({ leads: 0, consentedLeads: 0 });
  expect(today.leadChannels).toEqual([
    { channel: "email", leads: 2 },
    { channel: null, leads: 2 },
  ]);
});

it("tells how many events were left out", async () => {
  const today = await read({ from: MIDNIGHT, to: MIDNIGHT + ONE_DAY });
  expect(today.excluded).toEqual({ signed_in: 0, opted_out: 0, address: 7 });
});
