import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { countVisits } from "../../../testing/countVisits.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { countRows, drained, type TestStores } from "../../../testing/startTestStores.ts";
import { deletePeople } from "./deletePeople.ts";
import { findPerson } from "./findPerson.ts";
import { mergeIdentities, readIdentities, visitorIdentities } from "./identities.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const SPAN = { from: NOON - 3_600_000, to: NOON + 3_600_000 };
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
afterAll(async () => {
  await stores.stop();
});

it("deletes a visitor's events, sessions and rejected samples, updates every metric, and keeps other visitors", async () => {
  const { eventStore, spool } = stores;
  const view = (id: string, visitor: string, path = "/pricing") =>
    eventRow({ message_id: id, anonymous_id: visitor, path, session_id: NOON });
  await spool.append([view("a1", "ann"), view("a2", "ann", "/brain"), view("b1", "ben")]);
  await drained(stores);
  const sample = { received_at: Date.now(), reason: "too_large", visitor_id: "ann", bytes: 1 };
  await eventStore.insert("rejected_events", [sample], "sample");
  expect(await countVisits(eventStore, SPAN)).toEqual({ visitors: 2, visits: 2, pageViews: 3, bounces: 1 });

  // Twice: the second run must not change the counts.
  for (let times = 0; times < 2; times += 1) await deletePeople(stores, visitorIdentities("ann"));

  expect(await countVisits(eventStore, SPAN)).toEqual({ visitors: 1, visits: 1, pageViews: 1, bounces: 1 });
  expect(await countRows(eventStore, "events", "visitor_id = 'ann'")).toBe(0);
  expect(await eventStore.query("SELECT reason FROM rejected_events")).toEqual([]);
});

it("keeps the same totals after each of several deletions", async () => {
  const { eventStore, spool } = stores;
  for (const visitor of ["cat", "dan"]) {
    await spool.append([eventRow({ message_id: visitor, anonymous_id: visitor, session_id: NOON })]);
    await drained(stores);
    await deletePeople(stores, visitorIdentities(visitor));
    expect(await countVisits(eventStore, SPAN)).toMatchObject({ visitors: 1, pageViews: 1 });
  }
});

it("finds all IDs of a person by email address, and keeps other people who used the same browser", async () => {
  const { eventStore, spool } = stores;
  const row = (id: string, overrides: Partial<EventRow>) =>
    eventRow({ session_id: NOON, ...overrides, message_id: id });
  const traits = JSON.stringify({ email: "Eve@Shop.example" });
  await spool.append([
    row("e1", { anonymous_id: "laptop" }),
    row("e2", { anonymous_id: "laptop", user_id: "eve-7", type: "identify", traits }),
    row("e3", { anonymous_id: "", visitor_id: "eve-7", user_id: "eve-7", type: "track" }),
    row("e4", { anonymous_id: "phone", context: JSON.stringify({ traits: { email: "eve@shop.example" } }) }),
    row("f1", { anonymous_id: "laptop", user_id: "finn-8" }),
    row("g1", { anonymous_id: "gus" }),
    row("h1", { anonymous_id: "laptop", traits: JSON.stringify({ email: "hal@shop.example" }) }),
  ]);
  await drained(stores);
  const rejected = { received_at: Date.now(), reason: "invalid", visitor_id: "", bytes: 1 };
  const samples = ['{"userId":7,"traits":{"email":"EVE@shop.example"}}', '{"anonymousId":"gus"}'];
  await eventStore.insert(
    "rejected_events",
    samples.map((sample) => ({ ...rejected, sample })),
    "samples",
  );

  const { identities: eve } = await findPerson({ ...stores, db: stores.records.db }, "Eve@shop.example");
  expect({ ...eve, browsers: [...eve.browsers].sort() }).toEqual({
    ids: ["Eve@shop.example", "eve-7"],
    anonymousIds: [],
    browsers: ["laptop", "phone"],
    emails: ["eve@shop.example"],
    emailHashes: [stores.identities.hashEmail("eve@shop.example")],
    leads: [],
  });
  await deletePeople(stores, eve);

  const left = await eventStore.query<{ id: string }>(
    "SELECT message_id AS id FROM events_unique WHERE message_id IN ('e1','e2','e3','e4','f1','g1','h1') ORDER BY id",
  );
  expect(left.map(({ id }) => id)).toEqual(["f1", "g1", "h1"]);
  expect(await countRows(eventStore, "sessions", "visitor_id IN ('laptop', 'phone', 'eve-7')")).toBe(1);
  expect(await eventStore.query("SELECT sample FROM rejected_events")).toEqual([{ sample: samples[1] }]);
});

it("does not follow an anonymous ID to people if several used that browser", async () => {
  const person = await findPerson({ ...stores, db: stores.records.db }, "laptop");
  expect(person.identities).toEqual(readIdentities({ ids: ["laptop"] }));
  expect(person.sharedBy).toHaveLength(3);
});

it("deletes all data under a visitor's anonymous ID, whoever was signed in, but no row with the same value as user ID", async () => {
  const { eventStore, spool } = stores;
  const name = "customer-10023";
  await spool.append([
    eventRow({ message_id: "mine", anonymous_id: name }),
    eventRow({ message_id: "signed-in", anonymous_id: name, user_id: "kim" }),
    eventRow({ message_id: "user", anonymous_id: "browser", user_id: name }),
    eventRow({ message_id: "server", anonymous_id: "", visitor_id: name, user_id: name }),
  ]);
  await drained(stores);
  const recorded = { ...recordedRows.monitoring("line", name, "dd-9"), raw: `{"usr":{"id":"${name}"}}` };
  await eventStore.insert("monitoring_events", [recorded], "lines");
  await deletePeople(stores, visitorIdentities(name));
  const left = await eventStore.query<{ id: string }>(
    "SELECT message_id AS id FROM events_unique WHERE message_id IN ('mine', 'signed-in', 'user', 'server') ORDER BY id",
  );
  expect(left.map(({ id }) => id)).toEqual(["server", "user"]);
  const lines = "SELECT 1 FROM monitoring_events WHERE message_id = 'line'";
  expect(await eventStore.query(lines)).toHaveLength(1);
});

it("deletes rejected samples with the ID as a complete value, not as a key or part of a text", async () => {
  const { eventStore } = stores;
  await eventStore.command("TRUNCATE TABLE rejected_events");
  const samples = [
    '{"messageId":"1","anonymousId":"other-visitor"}',
    '{"event":"messageId","anonymousId":"other-visitor"}',
    '{"title":"visitor-7 wrote","userId":"visitor-7"}',
    '{"anonymousId":"visitor-7","context":{"cut he…',
    '{"title":"Ask visitor-7"}',
  ];
  const rows = samples.map((sample) => ({
    received_at: Date.now(),
    reason: "invalid",
    visitor_id: "",
    bytes: 1,
    sample,
  }));
  await eventStore.insert("rejected_events", rows, "named");
  const left = async () =>
    (await eventStore.query<{ sample: string }>("SELECT sample FROM rejected_events")).map(({ sample }) =>
      samples.indexOf(sample),
    );
  const visitors = ["messageId", "visitor-7"].map(visitorIdentities);
  await deletePeople(stores, mergeIdentities(visitors));
  expect((await left()).sort()).toEqual([0, 1, 2, 4]);
  await deletePeople(stores, readIdentities({ ids: ["messageId", "visitor-7"] }));
  expect((await left()).sort()).toEqual([0, 4]);
});

it("deletes a visitor with more sessions than fit into one statement", async () => {
  const { eventStore, spool } = stores;
  const began = Date.now();
  const rows = Array.from({ length: 12_000 }, (_, index) =>
    eventRow({ message_id: `hal ${index}`, anonymous_id: "hal", session_id: began - index }),
  );
  await spool.append(rows);
  await drained(stores);
  const sessions = rows.map((_, index) => `hal ${began - index} ${"x".repeat(80)}`);
  await deletePeople(stores, visitorIdentities("hal"), { sessions, monitoring: [] });
  expect(await countRows(eventStore, "events", "anonymous_id = 'hal'")).toBe(0);
});
