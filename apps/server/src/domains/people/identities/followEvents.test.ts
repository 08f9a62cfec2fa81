import { ONE_DAY } from "@marquee/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { silent, type TestStores } from "../../../testing/startTestStores.ts";
import { identities, identityProgress } from "../tables.ts";
import { type FollowOptions, followEvents } from "./followEvents.ts";
import { forgetNames } from "./forgetNames.ts";
import { createEmailHash } from "./names.ts";
import { createIdentities, startFollowing } from "./startIdentities.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const hashEmail = createEmailHash(() => "key");
let stores: TestStores;
let options: FollowOptions;
let inserted = 0;
beforeAll(async () => {
  stores = await borrowTestStores();
  options = { eventStore: stores.eventStore, db: stores.records.db, hashEmail };
}, 120_000);
afterAll(async () => {
  await stores.stop();
});
beforeEach(async () => {
  await stores.eventStore.command("TRUNCATE TABLE events");
  await stores.records.db.delete(identities);
  await stores.records.db.update(identityProgress).set({ insertedThrough: null });
});

function insert(...rows: (Partial<EventRow> & { inserted_at?: number })[]): Promise<void> {
  const all = rows.map((row) => {
    inserted += 1;
    return eventRow({ message_id: `m${inserted}`, ...row });
  });
  return stores.eventStore.insert("events", all, `block ${inserted}`);
}

async function names(): Promise<string[]> {
  const rows = await stores.records.db.select().from(identities);
  return rows.map(({ kind, value }) => `${kind} ${value}`).sort();
}

const people = async () =>
  new Set((await stores.records.db.select().from(identities)).map(({ person }) => person)).size;

it("reads earlier events day by day, then newly inserted ones, however late they were received", async () => {
  const traits = JSON.stringify({ email: " Eve@Shop.example" });
  await insert(
    { anonymous_id: "x", user_id: "old", inserted_at: NOON - 400 * ONE_DAY },
    { anonymous_id: "x", traits, inserted_at: NOON - ONE_DAY },
    { anonymous_id: "nobody", inserted_at: NOON },
  );
  await followEvents(options);
  const eve = `email ${hashEmail("eve@shop.example")}`;
  expect(await names()).toEqual(["anonymous x", "anonymous x", eve, "user old"]);
  await insert({ anonymous_id: "y", user_id: "late", received_at: NOON - 300 * ONE_DAY });
  await followEvents(options);
  expect(await names()).toEqual(["anonymous x", "anonymous x", "anonymous y", eve, "user late", "user old"]);
});

it("joins a user ID with the email addresses and the earlier user ID in its events, but not the browsers", async () => {
  const context = JSON.stringify({ traits: { email: "eve@shop.example" } });
  const previously = (previousId: string) => JSON.stringify({ previousId });
  await insert(
    { anonymous_id: "x", user_id: "eve", context },
    { anonymous_id: "x", user_id: "eve@shop.example" },
    { anonymous_id: "x", user_id: "eve-2", type: "alias", properties: previously("eve") },
    { anonymous_id: "x", user_id: "finn", type: "alias", properties: previously("x") },
    { anonymous_id: "y", user_id: "finn", type: "alias", properties: previously("1-22-333-4444") },
    { anonymous_id: "y", user_id: "gus", type: "alias", properties: previously("1-22-333-4444") },
  );
  await followEvents(options);
  expect(await people()).toBe(3);
  expect((await names()).filter((name) => !name.startsWith("anonymous"))).toEqual([
    `email ${hashEmail("eve@shop.example")}`,
    "user eve",
    "user eve-2",
    "user finn",
    "user gus",
  ]);
});

it("links IDs with any characters, more than one page of them, and skips those that the records cannot store", async () => {
  const odd = ["'", '"', "\\", "\\'", "\t\n", "é🙂", "a'; --"];
  const rejected = ["\0", "x".repeat(1001), "🙂".repeat(300)];
  const many = Array.from({ length: 5100 }, (_, index) => `user-${index}`);
  await insert(...[...odd, ...rejected, ...many].map((user_id) => ({ anonymous_id: user_id, user_id })));
  await followEvents(options);
  const rows = await stores.records.db.select().from(identities);
  const stored = rows.filter(({ kind }) => kind === "user").map(({ value }) => value);
  expect(stored.sort()).toEqual([...odd, ...many].sort());
});

it("does not store names that it read before they were deleted", async () => {
  await insert({ anonymous_id: "x", user_id: "eve" }, { anonymous_id: "y", user_id: "finn" });
  let isDeleted = false;
  const query: EventStore["query"] = async (sql, params) => {
    const rows = await stores.eventStore.query(sql, params);
    if (sql.includes("previousId") && !isDeleted) {
      isDeleted = true;
      await stores.eventStore.command("DELETE FROM events WHERE user_id = 'eve'");
      await forgetNames(options, {
        names: [{ kind: "user", value: "eve" }],
        browsers: ["x"],
        anonymousIds: [],
      });
    }
    return rows as never;
  };
  await followEvents({ ...options, eventStore: { query } });
  expect(await names()).toEqual(["anonymous y", "user finn"]);
});

it("removes names when their events have expired, but not those of leads", async () => {
  const now = Date.now();
  const { db } = stores.records;
  const seen = (
    name: string,
    days: number,
    source: "event" | "lead",
    kind: "user" | "anonymous" = "user",
  ) => ({
    person: crypto.randomUUID(),
    kind,
    value: name,
    source,
    lastSeenAt: new Date(now - days * ONE_DAY),
  });
  await db
    .insert(identities)
    .values([
      seen("expired", 31, "event"),
      seen("recent", 29, "event"),
      seen("of a lead", 31, "lead"),
      seen("browser of a lead", 31, "lead", "anonymous"),
    ]);
  // A separate one, because stopping ends it.
  const separateIdentities = createIdentities({ eventStore: stores.eventStore, db, key: () => "key" });
  const stop = startFollowing({
    db,
    identities: separateIdentities,
    retentionDays: 30,
    now: () => now,
    log: silent,
  });
  await expect.poll(names).toEqual(["user of a lead", "user recent"]);
  await stop();
});
