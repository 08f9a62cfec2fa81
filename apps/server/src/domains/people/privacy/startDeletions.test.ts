import { ONE_MINUTE } from "@marquee/contract";
import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { countVisits } from "../../../testing/countVisits.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { countRows, drained, silent, type TestStores } from "../../../testing/startTestStores.ts";
import { deletionRequests } from "../tables.ts";
import { NOBODY } from "./identities.ts";
import { startDeletions } from "./startDeletions.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const PEOPLE = 50;
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});

/** The store with a list of the commands it has run. */
function watchCommands(store: EventStore): { eventStore: EventStore; commands: string[] } {
  const commands: string[] = [];
  const command: EventStore["command"] = async (sql, params) => {
    commands.push(sql.trim().split(/\s+/).slice(0, 3).join(" "));
    await store.command(sql, params);
  };
  return { eventStore: { ...store, command }, commands };
}

it(`deletes ${PEOPLE} visitors who withdraw at the same time in a few statements, including data in flight`, async () => {
  const { spool } = stores;
  const { db } = stores.records;
  const { eventStore, commands } = watchCommands(stores.eventStore);
  let now = NOON;
  const deletions = startDeletions({ ...stores, db, eventStore, now: () => now, log: silent, interval: 20 });
  const names = Array.from({ length: PEOPLE }, (_, index) => `withdrawn-${index}`);
  const rows = (when: string) =>
    names.map((name) => eventRow({ message_id: `${name} ${when}`, anonymous_id: name, session_id: NOON }));
  await spool.append([
    ...rows("before"),
    eventRow({ message_id: "other", anonymous_id: "other", session_id: NOON }),
  ]);
  await drained(stores);

  await Promise.all(names.map((name) => deletions.request(name, "visitor")));
  const theirs = "startsWith(visitor_id, 'withdrawn-')";
  await expect.poll(() => countRows(eventStore, "events", theirs)).toBe(0);
  await spool.append(rows("under way"));
  await drained(stores);
  now += ONE_MINUTE / 2;
  const completed = async () =>
    (await db.select().from(deletionRequests)).filter(({ completedAt }) => completedAt).length;
  await expect.poll(completed).toBe(PEOPLE);
  await deletions.stop();

  expect(await countRows(eventStore, "events", theirs)).toBe(0);
  expect(await countRows(eventStore, "sessions", theirs)).toBe(0);
  const span = { from: NOON - ONE_MINUTE, to: NOON + ONE_MINUTE };
  expect(await countVisits(eventStore, span)).toMatchObject({ visitors: 1, pageViews: 1 });
  // The first request alone, the others together, the late data, and the last run for all.
  expect(commands.filter((command) => command === "DELETE FROM events").length).toBeLessThan(8);
  expect(commands.length).toBeLessThan(8 * 10);
});

it("runs no commands for visitors without stored data", async () => {
  const { db } = stores.records;
  const { eventStore, commands } = watchCommands(stores.eventStore);
  await db.delete(deletionRequests);
  let now = NOON;
  const deletions = startDeletions({ ...stores, db, eventStore, now: () => now, log: silent, interval: 20 });
  for (let visitor = 0; visitor < 200; visitor += 1) await deletions.request(`nobody-${visitor}`, "visitor");
  now += ONE_MINUTE;
  const open = () => db.$count(deletionRequests, isNull(deletionRequests.completedAt));
  await expect.poll(open).toBe(0);
  await deletions.stop();
  expect(commands).toEqual([]);
});

it("deletes the others if one deletion fails, and retries that one later", async () => {
  const { db } = stores.records;
  await db.delete(deletionRequests);
  let isBroken = true;
  const command: EventStore["command"] = async (sql, params) => {
    if (isBroken && JSON.stringify(params).includes("stuck")) throw new Error("Too much of it.");
    await stores.eventStore.command(sql, params);
  };
  const eventStore = { ...stores.eventStore, command };
  const names = ["first", "stuck", "last"];
  const rows = names.map((name) => eventRow({ message_id: `of ${name}`, anonymous_id: name }));
  await stores.spool.append(rows);
  await drained(stores);
  const requestedAt = new Date(NOON);
  await db
    .insert(deletionRequests)
    .values(names.map((visitorId) => ({ visitorId, requestedBy: "visitor", requestedAt })));
  const deletions = startDeletions({ ...stores, db, eventStore, now: () => NOON, log: silent, interval: 20 });
  const left = () => countRows(eventStore, "events", "visitor_id IN ('first', 'stuck', 'last')");
  await expect.poll(left).toBe(1);
  isBroken = false;
  await expect.poll(left).toBe(0);
  await deletions.stop();
});

it("drops parts of a deleted person's recordings that their browser sends long after the deletion", async () => {
  const { db } = stores.records;
  await db.delete(deletionRequests);
  const { spool } = stores.recordings;
  let sent = 0;
  const send = (visitor: string, session: number) => {
    sent += 1;
    const row = recordedRows.segment(`part ${sent}`, visitor, session);
    return spool.append([{ message_id: `part ${sent}`, table: "replay_segments", row }]);
  };
  const left = async () => {
    await drained(stores);
    await expect.poll(() => spool.depth()).toBe(0);
    return countRows(stores.eventStore, "replay_segments", "startsWith(visitor_id, 'recorded')");
  };
  await stores.spool.append([
    eventRow({ message_id: "signed in", anonymous_id: "recorded", user_id: "u 1", session_id: NOON }),
    eventRow({ message_id: "tab", anonymous_id: "recorded", user_id: "u 1", session_id: NOON + 1 }),
  ]);
  await send("recorded", NOON);
  await send("recorded by another", NOON);
  expect(await left()).toBe(2);

  let now = NOON;
  const deletions = startDeletions({ ...stores, db, now: () => now, log: silent, interval: 20 });
  const person = { ...NOBODY, ids: ["u 1"], browsers: ["recorded"], isExact: true };
  await deletions.request("u 1", "owner@trellis.example", person);
  now += ONE_MINUTE;
  await expect.poll(() => db.$count(deletionRequests, isNull(deletionRequests.completedAt))).toBe(0);
  await deletions.stop();
  expect(await left()).toBe(1);

  // One of a recorded session, one of a session of which nothing had arrived, and one of a later session.
  await send("recorded", NOON);
  await send("recorded", NOON + 1);
  expect(await left()).toBe(1);
  await send("recorded", NOON + ONE_MINUTE);
  expect(await left()).toBe(2);
});

it("looks up anonymous IDs and user IDs with an index instead of a full scan", async () => {
  const plan = await stores.eventStore.query<{ explain: string }>(
    "EXPLAIN indexes = 1 SELECT 1 FROM events WHERE visitor_id = 'nobody' OR anonymous_id = 'nobody' OR user_id = 'nobody'",
  );
  const lines = plan.map(({ explain }) => explain.trim());
  const index = lines.indexOf("Name: by_person");
  expect(lines.slice(index, index + 4).at(-1)).toMatch(/^Granules: 0\/[1-9]/);
});
