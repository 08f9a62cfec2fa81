import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { releaseStarts } from "../domains/archive/tables.ts";
import { consentReceipts } from "../domains/consent/tables.ts";
import { experimentPhases, experiments } from "../domains/experiments/tables.ts";
import { goals } from "../domains/goals/tables.ts";
import { leadDeliveries, leadDeliveryAttempts, leads, removedLeads } from "../domains/leads/tables.ts";
import { errorStatuses } from "../domains/monitoring/tables.ts";
import { identities } from "../domains/people/tables.ts";
import { sessionsWhere } from "../platform/storage/events/queries/sessions.ts";
import { changes } from "../platform/storage/records/tables.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { DEMO_ERROR, DEMO_NOW, DEMO_ORIGIN } from "../testing/demoDays.ts";
import { DEMO_PAGES } from "../testing/demoPages.ts";
import { eventRow } from "../testing/eventRow.ts";
import { newLead } from "../testing/newLead.ts";
import { recordedRows } from "../testing/recordedRows.ts";
import { TEST_SITE, type TestStores } from "../testing/startTestStores.ts";
import { clearDemo } from "./clearDemo.ts";
import { readRecordings } from "./recordings.ts";
import { seedDemo } from "./seedDemo.ts";

/** Few, because each is on a separate day, and the rollup counts sessions by day. */
const RECORDINGS = readRecordings(join(import.meta.dirname, "recordings")).slice(0, 3);

describe("the stores", () => {
  let stores: TestStores;

  beforeAll(async () => {
    stores = await borrowTestStores();
  }, 120_000);
  afterAll(async () => {
    await stores.stop();
  });

  const demoStores = () => ({
    eventStore: stores.eventStore,
    db: stores.records.db,
    hashEmail: stores.identities.hashEmail,
  });
  const seed = () =>
    seedDemo(demoStores(), {
      days: 2,
      seed: 7,
      site: TEST_SITE,
      origin: DEMO_ORIGIN,
      recordings: RECORDINGS,
      pages: DEMO_PAGES,
      errors: [DEMO_ERROR],
      now: DEMO_NOW,
      onProgress: () => undefined,
    });
  /** How many events meet each condition. */
  const count = async (...conditions: string[]) => {
    const counts = conditions.map((condition) => `toUInt32(countIf(${condition}))`);
    const [row] = await stores.eventStore.query<{ counts: number[] }>(
      `SELECT [${counts.join(", ")}] AS counts FROM events_unique`,
    );
    return row?.counts;
  };
  const recordCounts = () =>
    Promise.all(
      [
        leads,
        leadDeliveries,
        leadDeliveryAttempts,
        consentReceipts,
        identities,
        experiments,
        experimentPhases,
        changes,
        errorStatuses,
        releaseStarts,
        removedLeads,
        goals,
      ].map((table) => stores.records.db.$count(table)),
    );
  /** How many rows the other tables have. */
  const rowsOfOthers = async () => {
    const merged = ["leads", "interactions", "replay_segments", "sessions"].map((name) => `${name} FINAL`);
    const counts = ["imported_days", ...merged].map((table) => `(SELECT toUInt32(count()) FROM ${table})`);
    const [row] = await stores.eventStore.query<{ counts: number[] }>(
      `SELECT [${counts.join(", ")}] AS counts`,
    );
    return row?.counts ?? [];
  };

  it("get marked data up to now, the same in a second run, and lose it again without losing real data", async () => {
    const { eventStore, records } = stores;
    const real = "0bd81997-47cf-4016-9f5e-71772682ad71";
    await eventStore.insert("events", [eventRow({ message_id: "real" })], "real");
    await eventStore.insert("interactions", [recordedRows.interaction("real", real, DEMO_NOW)], "real");
    await eventStore.insert("replay_segments", [recordedRows.segment("real", real, DEMO_NOW)], "real");
    const [lead] = await records.db.insert(leads).values(newLead("real@trellis.example")).returning();
    await records.db
      .insert(identities)
      .values({
        person: real,
        kind: "lead",
        value: String(lead?.id),
        source: "lead",
        lastSeenAt: new Date(DEMO_NOW),
      });
    await records.db
      .insert(consentReceipts)
      .values({
        id: real,
        visitorId: real,
        groups: ["C0001", "C0002"],
        textVersion: 1,
        country: "NO",
        decidedAt: new Date(DEMO_NOW),
        receivedAt: new Date(DEMO_NOW),
      });
    const before = await recordCounts();

    const done = await seed();
    const seeded = await recordCounts();
    expect(done.events).toBeGreaterThan(2000);
    expect(await stores.records.db.select().from(errorStatuses)).toMatchObject([
      { message: DEMO_ERROR.message, state: "ignored", updatedBy: "Demo data" },
    ]);
    expect(await seed()).toEqual(done);
    expect(await recordCounts()).toEqual(seeded);
    const arrivals = "demo = 1 AND type = 'page' AND bot = '' AND source != '(internal)'";
    const isLater = `timestamp > fromUnixTimestamp64Milli(${DEMO_NOW})`;
    const [events, later, sessions] =
      (await count("demo = 1", isLater, `${arrivals} AND visitor_id NOT LIKE '%-recorded-%'`)) ?? [];
    expect([events, later]).toEqual([done.events, 0]);
    const visitors = await eventStore.query<{ id: string; first: number }>(
      `SELECT visitor_id AS id, toUnixTimestamp64Milli(min(timestamp)) AS first FROM events_unique
       WHERE demo = 1 AND bot = '' GROUP BY id`,
    );
    const receipts = await records.db.select().from(consentReceipts);
    const consentedAt = new Map(receipts.map(({ visitorHash, receivedAt }) => [visitorHash, +receivedAt]));
    const { hashEmail } = stores.identities;
    expect(
      visitors.filter(({ id, first }) => !((consentedAt.get(hashEmail.ofId(id)) ?? first) < first)),
    ).toEqual([]);
    const [importedDays, leadCopies] = await rowsOfOthers();
    expect(leadCopies).toBe(done.leads);
    // A year of totals and of sources, channels and two campaign parameters.
    expect(importedDays).toBeGreaterThan(365 * 5);
    const [consistent] = await eventStore.query(
      `SELECT toUInt32(countIf(toUnixTimestamp64Milli(started) != session_id)) AS odd, toUInt32(count()) AS sessions
       FROM ${sessionsWhere("1")} WHERE demo = 1 AND visitor_id NOT LIKE '%-recorded-%'`,
    );
    expect(consistent).toEqual({ odd: 0, sessions });
    const recorded = await eventStore.query<{ starts: number; ends: number }>(
      `SELECT toUInt32(has_full_snapshot AND segment_index = 0) AS starts, toUInt32(ended <= fromUnixTimestamp64Milli(${DEMO_NOW})) AS ends
       FROM replay_segments FINAL WHERE visitor_id LIKE 'demo-%'`,
    );
    expect(recorded.filter(({ starts }) => starts === 1).length).toBeGreaterThanOrEqual(RECORDINGS.length);
    expect(recorded.every(({ ends }) => ends === 1)).toBe(true);

    await clearDemo(demoStores());
    expect(await count("demo = 1", "demo = 0")).toEqual([0, 1]);
    expect(await recordCounts()).toEqual(before);
    expect(await rowsOfOthers()).toEqual([0, 0, 1, 1, 0]);
  });
});
