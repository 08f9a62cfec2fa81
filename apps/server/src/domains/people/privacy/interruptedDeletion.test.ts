import { ONE_MINUTE } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { deletionRequests, deletionSessions } from "../../../platform/storage/records/schema.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { createDeletionRunner } from "./carryOutDeletions.ts";
import { findPerson } from "./findPerson.ts";

const { segment, interaction, monitoring } = recordedRows;
const NOON = Date.UTC(2026, 5, 1, 12);
const TABLES = ["events", "replay_segments", "interactions", "monitoring_events"];
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
afterAll(async () => {
  await stores.stop();
});

async function left(): Promise<string[]> {
  const tables = TABLES.map((table) => `SELECT message_id AS id FROM ${table}`);
  const rows = await stores.eventStore.query<{ id: string }>(
    `SELECT DISTINCT id FROM (${tables.join(" UNION ALL ")}) ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** Inserts test data: Kim and Finn share a laptop and one session on it; a RUM session names Kim. */
async function fill(when: "first" | "late"): Promise<void> {
  const { eventStore } = stores;
  const insert = (table: string, rows: object[]) =>
    eventStore.insert(table, rows, `${table} ${Math.random()}`);
  const apart = { ...segment(`kim ${when} parts`, "", 0), recording_id: "dd-kim", protocol: "datadog" };
  await insert("replay_segments", [apart, segment(`kim ${when} segment`, "laptop", NOON)]);
  await insert("interactions", [interaction(`kim ${when} click`, "laptop", NOON)]);
  await insert("monitoring_events", [monitoring(`kim ${when} line`, "", "dd-kim")]);
  if (when === "late") return;
  const named = { ...monitoring("kim named", "", "dd-kim"), raw: '{"usr":{"email":"kim@shop.example"}}' };
  await insert("monitoring_events", [named, monitoring("finn line", "", "dd-finn")]);
  await insert("replay_segments", [segment("finn segment", "laptop", NOON + 1)]);
  const of = (id: string, user_id: string, session_id: number, traits = "{}") =>
    eventRow({ message_id: id, anonymous_id: "laptop", visitor_id: "laptop", user_id, session_id, traits });
  const kims = of("kim event", "kim", NOON, '{"email":"kim@shop.example"}');
  await insert("events", [kims, of("finn event", "finn", NOON), of("finn later", "finn", NOON + 1)]);
}

class Killed extends Error {}

/** A deletion round that fails after this many modifying statements, as if its process had been killed. */
function roundsUntil(statements: number, now: () => number) {
  const { eventStore } = stores;
  let done = 0;
  const command: EventStore["command"] = async (sql, params) => {
    done += 1;
    if (done > statements) throw new Killed();
    await eventStore.command(sql, params);
  };
  const watched = { query: eventStore.query, command };
  return createDeletionRunner({ ...stores, eventStore: watched, db: stores.records.db, now });
}

it.each([1, 4, 5, 6])(
  "deletes all data of a person after a run was killed following %i statements",
  async (statements) => {
    const { eventStore, records } = stores;
    const { db } = records;
    for (const table of TABLES) await eventStore.command(`TRUNCATE TABLE ${table}`);
    await fill("first");
    const { identities } = await findPerson({ ...stores, db }, "kim@shop.example");
    const requestedAt = new Date(NOON);
    await db
      .insert(deletionRequests)
      .values({ visitorId: "kim@shop.example", requestedBy: "owner", requestedAt, identities });
    await expect(roundsUntil(statements, () => NOON)()).rejects.toThrow(Killed);
    await fill("late");
    await createDeletionRunner({ ...stores, db, now: () => NOON + ONE_MINUTE })();
    expect(await left()).toEqual(["finn event", "finn later", "finn line", "finn segment"]);
    expect(
      await db.select().from(deletionSessions),
      "nothing says any more which sessions they were",
    ).toEqual([]);
  },
);
