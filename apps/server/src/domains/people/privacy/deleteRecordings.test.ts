import { ONE_MINUTE } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { drained, type TestStores } from "../../../testing/startTestStores.ts";
import { deletionRequests } from "../tables.ts";
import { createDeletionRunner } from "./carryOutDeletions.ts";
import { deletePeople } from "./deletePeople.ts";
import { findPerson } from "./findPerson.ts";
import { readIdentities, visitorIdentities } from "./identities.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});

const { segment, interaction, monitoring } = recordedRows;

async function left(table: string): Promise<string[]> {
  const rows = await stores.eventStore.query<{ id: string }>(
    `SELECT message_id AS id FROM ${table} FINAL ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

it("deletes a visitor's recordings, interactions and RUM events, and keeps those of others", async () => {
  const { eventStore } = stores;
  await eventStore.insert("replay_segments", [segment("s-ann", "ann", 1), segment("s-ben", "ben", 1)], "s1");
  await eventStore.insert(
    "interactions",
    [interaction("i-ann", "ann", 1), interaction("i-ben", "ben", 1)],
    "i1",
  );
  const lines = [
    monitoring("m-ann", "ann", "dd-1"),
    monitoring("m-1", "", "dd-1"),
    monitoring("m-ben", "ben", "dd-2"),
  ];
  await eventStore.insert("monitoring_events", lines, "m1");
  const apart = [
    { ...segment("d-ann", "", 0), recording_id: "dd-1", protocol: "datadog" },
    { ...segment("d-ben", "", 0), recording_id: "dd-2", protocol: "datadog" },
  ];
  await eventStore.insert("replay_segments", apart, "s2");

  await deletePeople(stores, visitorIdentities("ann"));

  expect(await left("replay_segments")).toEqual(["d-ben", "s-ben"]);
  expect(await left("interactions")).toEqual(["i-ben"]);
  expect(await left("monitoring_events")).toEqual(["m-ben"]);
});

it("on a shared browser, deletes the person's sessions and those without events, and keeps the other person's", async () => {
  const { eventStore, spool } = stores;
  const [EVES, FINNS, NOBODYS] = [NOON, NOON + 1, NOON + 2];
  await spool.append([
    eventRow({ message_id: "1", anonymous_id: "laptop", user_id: "eve", session_id: EVES }),
    eventRow({ message_id: "2", anonymous_id: "laptop", user_id: "finn", session_id: FINNS }),
    eventRow({
      message_id: "3",
      anonymous_id: "laptop",
      user_id: "eve",
      session_id: EVES,
      traits: JSON.stringify({ email: "eve@shop.example" }),
    }),
  ]);
  await drained(stores);
  const sessions = { eve: EVES, finn: FINNS, nobody: NOBODYS };
  const rows = Object.entries(sessions).map(([name, session]) => segment(`of-${name}`, "laptop", session));
  await eventStore.insert("replay_segments", rows, "s3");
  const lines = Object.entries(sessions).map(([name, session_id]) => ({
    ...monitoring(`of-${name}`, "laptop", `dd-${name}`),
    raw: JSON.stringify({ context: { marquee: { session_id } } }),
  }));
  await eventStore.insert("monitoring_events", lines, "m-shared");

  const eve = await findPerson({ ...stores, db: stores.records.db }, "eve@shop.example");
  await deletePeople(stores, eve.identities);

  expect((await left("replay_segments")).filter((id) => id.startsWith("of-"))).toEqual(["of-finn"]);
  expect((await left("monitoring_events")).filter((id) => id.startsWith("of-"))).toEqual(["of-finn"]);
});

it("deletes late RUM data of a session whose identifying events are already deleted", async () => {
  const { eventStore, records } = stores;
  const { db } = records;
  let now = NOON;
  const goRound = createDeletionRunner({ ...stores, db, now: () => now });
  const requestedAt = new Date(now);
  await db.insert(deletionRequests).values({ visitorId: "gil", requestedBy: "visitor", requestedAt });
  const lines = [monitoring("m-gil", "gil", "dd-3"), monitoring("m-hal", "hal", "dd-4")];
  await eventStore.insert("monitoring_events", lines, "m3");
  expect(await goRound()).toBe(true);
  expect(await left("monitoring_events")).not.toContain("m-gil");

  await eventStore.insert("monitoring_events", [monitoring("m-late", "", "dd-3")], "m4");
  const late = { ...segment("d-late", "", 0), recording_id: "dd-3", protocol: "datadog" };
  await eventStore.insert("replay_segments", [late], "s4");
  now += ONE_MINUTE;
  expect(await goRound()).toBe(false);
  expect(await left("replay_segments")).not.toContain("d-late");
  expect(await left("monitoring_events")).not.toContain("m-late");
  expect(await left("monitoring_events")).toContain("m-hal");
});

it("deletes a visitor's RUM events from our site without listing sessions, since anyone can send any number of session IDs", async () => {
  const { eventStore } = stores;
  const raw = JSON.stringify({ usr: { id: "ida" }, context: { marquee: { session_id: NOON } } });
  await eventStore.insert("monitoring_events", [{ ...monitoring("m-ida", "ida", "dd-5"), raw }], "m5");
  const sessions = Array.from({ length: 50 }, (_, index) =>
    eventRow({ message_id: `s${index}`, anonymous_id: "ida", session_id: NOON + index }),
  );
  await stores.spool.append(sessions);
  await drained(stores);
  const remembered: unknown[] = [];
  await deletePeople(stores, visitorIdentities("ida"), undefined, async (each) => void remembered.push(each));
  expect(remembered).toEqual([{ sessions: [], monitoring: ["dd-5"] }]);
  expect(await left("monitoring_events")).not.toContain("m-ida");
});

it("deletes RUM events that name a person by email address only, although nothing else of the person is stored", async () => {
  const { eventStore, records } = stores;
  const { db } = records;
  const named = (id: string, email: string) => ({
    ...monitoring(id, "", id),
    raw: JSON.stringify({ usr: { email } }),
  });
  await eventStore.insert(
    "monitoring_events",
    [named("m-jo", "Jo@shop.example"), named("m-kay", "kay@shop.example")],
    "m6",
  );
  const identities = readIdentities({ ids: ["jo@shop.example"], emails: ["jo@shop.example"] });
  const requestedAt = new Date(NOON);
  await db
    .insert(deletionRequests)
    .values({ visitorId: "jo@shop.example", requestedBy: "owner", requestedAt, identities });
  expect(await createDeletionRunner({ ...stores, db, now: () => NOON + ONE_MINUTE })()).toBe(false);
  expect(await left("monitoring_events")).not.toContain("m-jo");
  expect(await left("monitoring_events")).toContain("m-kay");
});
