import { ONE_DAY, ONE_HOUR, type Timestamp, WEB_VITALS_EVENT } from "@marquee/contract";
import type { AlertDefinition } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { releaseStarts } from "../../archive/tables.ts";
import { EVERYTHING } from "../../questions/queries/selection.ts";
import { createVitalsCheck } from "./checkVitals.ts";

const NOW = Date.parse("2026-06-20T12:00:00Z");
const ALERT: AlertDefinition = {
  name: "Speed",
  kind: "vitals",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};
const OLD = { release: "0ld00000aaaa", at: NOW - 10 * ONE_DAY };
const NEW = { release: "1ead0000bbbb", at: NOW - ONE_DAY };

let stores: TestStores;
let askedFilters: (readonly unknown[])[];
let inserts = 0;

beforeAll(async () => {
  stores = await borrowTestStores();
});
beforeEach(async () => {
  askedFilters = [];
  await stores.records.db.delete(releaseStarts);
  await stores.eventStore.command("TRUNCATE TABLE events");
});
afterAll(() => stores.stop());

async function release(...releases: { release: string; at: Timestamp }[]): Promise<void> {
  const rows = releases.map(({ release, at }) => ({ release, servedFrom: new Date(at) }));
  await stores.records.db.insert(releaseStarts).values(rows);
}

/** Page views whose LCP is spread evenly up to two seconds, or to a multiple of that. */
async function view(count: number, at: Timestamp, slower = 1): Promise<void> {
  inserts += 1;
  const rows = Array.from({ length: count }, (_, index) =>
    eventRow({
      message_id: `${inserts} ${index}`,
      anonymous_id: `${index}`,
      session_id: at,
      timestamp: at,
      type: "track",
      event: WEB_VITALS_EVENT,
      properties: JSON.stringify({ lcp: ((index + 0.5) / count) * 2000 * slower }),
    }),
  );
  await stores.eventStore.insert("events", rows, `views ${inserts}`);
}

async function check(overrides: Partial<AlertDefinition> = {}) {
  const { eventStore, records } = stores;
  const select = async ({ filters = [] }: { filters?: readonly unknown[] }) => {
    askedFilters.push(filters);
    return EVERYTHING;
  };
  const run = createVitalsCheck({
    eventStore,
    db: records.db,
    questions: { select },
    site: () => ({ id: "trellis.example", timeZone: "Europe/Berlin" }),
  });
  const { steps, status } = await run({ alert: { ...ALERT, ...overrides }, through: null, now: NOW });
  return { state: status.state, text: status.text, findings: steps.flatMap(({ findings }) => findings) };
}

it("finds a vital that is worse since the latest release, and links to it", async () => {
  await release(OLD, NEW);
  await view(1000, NOW - 3 * ONE_DAY);
  await view(1000, NOW - ONE_HOUR, 2);
  const filters = [["is", "visit:device", ["mobile"]]] as const;
  const { state, text, findings } = await check({ filters });
  expect([state, findings.length]).toEqual(["alarm", 1]);
  expect(findings[0]).toMatchObject({ subject: "1ead0000bbbb lcp", text });
  expect(text).toMatch(
    /^LCP is worse since release 1ead0000: 3\.0 s instead of 1\.5 s at the 75th percentile\.$/,
  );
  expect(findings[0]?.href).toMatch(/^\/speed\?range=.*&f=is%2Cdevice%2Cmobile&vital=lcp$/);
  expect(askedFilters).toEqual([filters]);
});

it("finds nothing if pages are as fast as before, or faster", async () => {
  await release(OLD, NEW);
  await view(1000, NOW - 3 * ONE_DAY);
  await view(1000, NOW - ONE_HOUR);
  expect(await check()).toEqual({ state: "ok", text: "As fast as before release 1ead0000.", findings: [] });
  await view(1000, NOW - 2 * ONE_HOUR, 0.3);
  expect((await check()).state).toBe("ok");
});

it("compares with the release before, not with what was served earlier", async () => {
  const bad = { release: "bad00000cccc", at: NOW - 3 * ONE_DAY };
  await release(OLD, bad, NEW);
  await view(1000, NOW - 5 * ONE_DAY);
  await view(1000, NOW - 2 * ONE_DAY, 3);
  await view(1000, NOW - ONE_HOUR, 2.9);
  expect((await check()).state).toBe("ok");
});

it("requires a rise of the sensitivity's size that chance does not explain", async () => {
  await release(OLD, NEW);
  await view(1000, NOW - 3 * ONE_DAY);
  await view(1000, NOW - ONE_HOUR, 1.3);
  const states = async () => {
    const list = [];
    for (const sensitivity of ["low", "normal", "high"] as const)
      list.push((await check({ sensitivity })).state);
    return list;
  };
  expect(await states()).toEqual(["ok", "alarm", "alarm"]);
  await stores.eventStore.command("TRUNCATE TABLE events");
  await view(100, NOW - 3 * ONE_DAY);
  await view(100, NOW - ONE_HOUR, 1.3);
  expect(await states()).toEqual(["ok", "ok", "ok"]);
});

it("keeps learning until there are enough page views on both sides", async () => {
  await release(OLD, NEW);
  await view(1000, NOW - 3 * ONE_DAY);
  await view(99, NOW - ONE_HOUR, 5);
  expect(await check()).toMatchObject({ state: "learning", findings: [] });
  await view(1, NOW - ONE_HOUR, 5);
  expect((await check()).state).toBe("alarm");
});

it("has nothing to compare without a recent release, or without one before it", async () => {
  const quiet = { state: "ok", text: "No release in the last 7 days.", findings: [] };
  expect(await check()).toEqual(quiet);
  await release(NEW);
  expect(await check()).toEqual(quiet);
  await stores.records.db.delete(releaseStarts);
  await release({ ...OLD, at: NOW - 9 * ONE_DAY }, { ...NEW, at: NOW - 8 * ONE_DAY });
  expect(await check()).toEqual(quiet);
});
