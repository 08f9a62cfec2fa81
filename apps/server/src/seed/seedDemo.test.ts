import { ONE_DAY } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessionsWhere } from "../storage/events/queries/sessions.ts";
import { reconcile } from "../storage/reconcile.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { eventRow } from "../testing/eventRow.ts";
import { countRows, TEST_SITE, type TestStores } from "../testing/startTestStores.ts";
import { demoDay } from "./demoRows.ts";
import { clearDemo, seedDemo } from "./seedDemo.ts";

const NOW = Date.parse("2026-06-10T15:00:00Z");
let stores: TestStores;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});

const seed = () =>
  seedDemo({
    store: stores.eventStore,
    days: 3,
    seed: 7,
    site: TEST_SITE,
    now: NOW,
    onProgress: () => undefined,
  });

const count = (condition: string) => countRows(stores.eventStore, "events_unique", condition);

it("generates the same day for the same seed, and a different one for another seed", () => {
  const day = (number: number) => demoDay({ day: NOW - (NOW % ONE_DAY), seed: number, site: TEST_SITE });
  expect(day(7)).toEqual(day(7));
  expect(day(7)).not.toEqual(day(8));
});

it("adds marked page views up to now without duplicates in a second run, and removes only those", async () => {
  await stores.eventStore.insert("events", [eventRow({ message_id: "real" })], "real");
  const events = await seed();
  expect(events).toBeGreaterThan(500);
  expect(await seed()).toBe(events);
  expect(await count("demo = 1")).toBe(events);
  expect(await count(`timestamp > fromUnixTimestamp64Milli(${NOW})`)).toBe(0);
  expect(
    await count(
      "demo = 1 AND (channel = '' OR visit_source = '' OR country = '' OR language = '' OR screen_class = '' OR site = '')",
    ),
  ).toBe(0);
  const [consistent] = await stores.eventStore.query(
    `SELECT toUInt32(countIf(toUnixTimestamp64Milli(started) != session_id OR views != events)) AS odd,
            toUInt32(uniqExact(channel)) AS channels
     FROM ${sessionsWhere("1")} WHERE demo = 1`,
  );
  expect(consistent).toEqual({ odd: 0, channels: 6 });
  await reconcile(stores, { margin: 0 });
  await clearDemo(stores.eventStore);
  expect(await countRows(stores.eventStore, "sessions", "demo = 1")).toBe(0);
  expect([await count("demo = 1"), await count("demo = 0")]).toEqual([0, 1]);
});
