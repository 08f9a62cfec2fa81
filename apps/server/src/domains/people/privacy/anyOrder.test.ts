import { ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { newLead } from "../../../testing/newLead.ts";
import { countRows, type TestStores } from "../../../testing/startTestStores.ts";
import { leads } from "../../leads/tables.ts";
import { deletionRequests, identities } from "../tables.ts";
import { createDeletionRunner } from "./carryOutDeletions.ts";
import { findPerson } from "./findPerson.ts";
import { requestDeletion } from "./requestDeletion.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const EMAIL = "kim@shop.example";
let stores: TestStores;
let inserted = 0;
beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
afterAll(async () => {
  await stores.stop();
});

function insert(...rows: Partial<EventRow>[]): Promise<void> {
  const all = rows.map((row) => {
    inserted += 1;
    return eventRow({ message_id: `m${inserted}`, ...row });
  });
  return stores.eventStore.insert("events", all, `block ${inserted}`);
}

const NAMED = { anonymous_id: "laptop", user_id: "kim", traits: JSON.stringify({ email: EMAIL }) };
/** Kim used a laptop and a phone; Finn also used the laptop. */
const KIMS = [{ anonymous_id: "laptop" }, NAMED, { anonymous_id: "phone", user_id: "kim" }];

const MIXED: Step[] = ["withdraw phone", "late", "delete by email", "round", "late"];
const step = fc.constantFrom<Step>(
  "withdraw laptop",
  "withdraw phone",
  "delete kim",
  "delete by email",
  "late",
  "round",
  "read",
);
type Step =
  | "withdraw laptop"
  | "withdraw phone"
  | "delete kim"
  | "delete by email"
  | "late"
  | "round"
  | "read";

it("deletes everything of one person and nothing of another, after withdrawals and deletions in any order with late events in between", async () => {
  const { eventStore, records } = stores;
  const { db } = records;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      let now = NOON;
      const runner = createDeletionRunner({ ...stores, db, now: () => now });
      const deletions = {
        request: async (visitorId: string, requestedBy: string, names: object | null = null) => {
          const row = { visitorId, requestedBy, requestedAt: new Date(now), identities: names as never };
          await db.insert(deletionRequests).values(row);
        },
      };
      const remove = (id: string) =>
        requestDeletion(
          { ...stores, db, deletions },
          { id, scope: "person", requestedBy: "owner", withLeads: true },
        );
      const run: Record<Step, () => Promise<unknown>> = {
        "withdraw laptop": () => deletions.request("laptop", "visitor"),
        "withdraw phone": () => deletions.request("phone", "visitor"),
        "delete kim": () => remove("kim"),
        "delete by email": () => remove(EMAIL),
        late: () => insert(...KIMS),
        round: runner,
        read: stores.identities.catchUp,
      };
      await insert(...KIMS, { anonymous_id: "desktop", user_id: "finn" }, { anonymous_id: "desktop" });
      await db.insert(leads).values(newLead(EMAIL));
      for (const each of steps) await run[each]();
      // Finally, all of it is withdrawn and deleted.
      for (const each of ["withdraw laptop", "delete kim", "late", "read"] as const) await run[each]();
      await runner();
      await insert(...KIMS);
      now += ONE_MINUTE;
      while (await runner());
      await stores.identities.catchUp();

      expect(await countRows(eventStore, "events", "anonymous_id != 'desktop'")).toBe(0);
      const left = await db.select().from(identities);
      expect(left.map(({ kind, value }) => `${kind} ${value}`).sort()).toEqual([
        "anonymous desktop",
        "user finn",
      ]);
      expect(await db.$count(leads)).toBe(0);
      expect(await countRows(eventStore, "events", "anonymous_id = 'desktop'")).toBeGreaterThan(0);
    }),
    IS_SOAK ? { numRuns: 50 } : { numRuns: 1, examples: [[MIXED]] },
  );
}, 120_000);

it("also deletes data found to be the same person's while a deletion runs", async () => {
  const { eventStore, records } = stores;
  const { db } = records;
  const traits = JSON.stringify({ email: "second@shop.example" });
  await insert({ anonymous_id: "tablet", user_id: "lea" });
  const { identities: personIdentities } = await findPerson({ ...stores, db }, "lea");
  const requestedAt = new Date(NOON);
  await db
    .insert(deletionRequests)
    .values({ visitorId: "lea", requestedBy: "owner", requestedAt, identities: personIdentities });
  let isLate = true;
  const command: EventStore["command"] = async (sql, params) => {
    await eventStore.command(sql, params);
    if (!isLate || !sql.startsWith("DELETE FROM events")) return;
    isLate = false;
    await insert(
      { anonymous_id: "watch", user_id: "lea", traits },
      { anonymous_id: "watch", user_id: "lea-2", traits },
      { anonymous_id: "", visitor_id: "lea-2", user_id: "lea-2" },
    );
    await stores.identities.catchUp();
  };
  const runner = createDeletionRunner({
    ...stores,
    db,
    eventStore: { query: eventStore.query, command },
    now: () => NOON + ONE_MINUTE,
  });
  while (await runner());
  expect(await countRows(eventStore, "events", "user_id IN ('lea', 'lea-2')")).toBe(0);
  const left = await db.select({ value: identities.value }).from(identities);
  for (const value of ["lea", "lea-2", "tablet", "watch"]) expect(left).not.toContainEqual({ value });
});
