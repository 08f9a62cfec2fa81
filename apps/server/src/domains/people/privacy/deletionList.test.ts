import { randomUUID } from "node:crypto";
import { eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { newLead } from "../../../testing/newLead.ts";
import { countRows, drained, silent, type TestStores } from "../../../testing/startTestStores.ts";
import { leads } from "../../leads/tables.ts";
import { createEmailHash } from "../identities/names.ts";
import { dataExports, deletionRequests } from "../tables.ts";
import { listDeletions, parseDeletionList, repeatDeletions } from "./deletionList.ts";
import { readIdentities } from "./identities.ts";
import { startDeletions } from "./startDeletions.ts";

let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
afterAll(async () => {
  await stores.stop();
});
beforeEach(async () => {
  await stores.records.db.delete(deletionRequests);
  await stores.records.db.delete(leads);
});

const hashEmail = () => stores.identities.hashEmail;
const repeat = (content: string) => {
  const { db } = stores.records;
  return repeatDeletions({ ...stores, db, hashEmail: hashEmail() }, parseDeletionList(content, "list"));
};
async function list(): Promise<string> {
  let content = "";
  for await (const line of listDeletions(stores.records.db, hashEmail())) content += line;
  return content;
}

/** Carries out the pending deletions, as the server does. */
async function carryOut(): Promise<void> {
  const { db } = stores.records;
  let now = Date.now();
  const deletions = startDeletions({ ...stores, db, now: () => now, log: silent, interval: 20 });
  now += 60_000;
  await expect.poll(() => db.$count(deletionRequests, isNull(deletionRequests.completedAt))).toBe(0);
  await deletions.stop();
}

/** Data of a visitor, of a person with a form, and of another person, who is kept. */
async function fill(): Promise<{ lead: string }> {
  const identify = {
    type: "identify",
    user_id: "Eve-7",
    traits: JSON.stringify({ email: "Eve@Shop.example" }),
  };
  const row = (overrides: object) => eventRow({ message_id: randomUUID(), ...overrides });
  await stores.spool.append([
    row({ anonymous_id: "visitor" }),
    row({ anonymous_id: "laptop", ...identify }),
    row({ anonymous_id: "laptop" }),
    row({ anonymous_id: "other", user_id: "eve-7" }),
  ]);
  await drained(stores);
  const stored = [newLead("EVE@shop.example"), newLead("other@shop.example")];
  const rows = await stores.records.db
    .insert(leads)
    .values(stored as never)
    .returning({ id: leads.id });
  return { lead: rows[0]?.id ?? "" };
}

const ofVisitor = { visitorId: "visitor", requestedBy: "visitor", requestedAt: new Date() };
const ofEve = (lead: string) => ({
  visitorId: "eve@shop.example",
  requestedBy: "owner@trellis.example",
  requestedAt: new Date(),
  withLeads: true,
  identities: {
    ...readIdentities({
      ids: ["Eve-7"],
      browsers: ["laptop"],
      emails: ["eve@shop.example"],
      emailHashes: [hashEmail()("eve@shop.example")],
      leads: [lead],
    }),
    isExact: false,
  },
});
const eventsOf = (where: string) => countRows(stores.eventStore, "events", where);

describe("repeating deletions in stores of an earlier state", () => {
  it.each(["pending", "complete"])(
    "deletes the same data again from a list without names, when they were %s",
    async (state) => {
      const { db } = stores.records;
      const { lead } = await fill();
      await db.insert(deletionRequests).values([ofVisitor, ofEve(lead)]);
      if (state === "complete") await carryOut();
      const content = await list();
      for (const name of ["visitor", "laptop", "eve", "Eve-7", "shop.example", lead])
        expect(content.replaceAll("isWithdrawal", "")).not.toContain(`"${name}"`);
      expect(content).not.toMatch(/shop\.example|Eve-7|owner@/);
      // The backup is from before the requests.
      await db.delete(deletionRequests);
      await db.delete(leads);
      await stores.eventStore.command("TRUNCATE TABLE events");
      await fill();
      const [restored] = await db
        .select({ id: leads.id })
        .from(leads)
        .where(eq(leads.email, "EVE@shop.example"));
      expect(restored).toBeDefined();

      expect(await repeat(content)).toBe(2);
      expect((await db.select().from(leads)).map(({ email }) => email)).toEqual(["other@shop.example"]);
      expect(await repeat(content)).toBe(0);
      await carryOut();
      expect(await eventsOf("1")).toBe(1);
      expect(await eventsOf("user_id = 'eve-7'")).toBe(1);
      expect(await list()).toContain('"isWithdrawal":true');
    },
  );

  it("records a visitor without data in the backup as deleted, so that the next list includes them", async () => {
    const { db } = stores.records;
    await db.insert(deletionRequests).values({ ...ofVisitor, visitorId: "gone" });
    const content = await list();
    await db.delete(deletionRequests);
    expect(await repeat(content)).toBe(1);
    const [row] = await db.select().from(deletionRequests);
    expect([row?.visitorId, row?.completedAt !== null]).toEqual(["", true]);
    const entryOf = (text: string) => JSON.parse(text.split("\n")[1] ?? "");
    expect(entryOf(await list())).toEqual(entryOf(content));
  });

  it("keeps other people's exports with a hashed subject, if the backup has no data of the person", async () => {
    const { db } = stores.records;
    await db
      .insert(deletionRequests)
      .values({ ...ofEve(randomUUID()), subjectHash: hashEmail()("eve@shop.example") });
    const content = await list();
    await db.delete(deletionRequests);
    await db
      .insert(dataExports)
      .values({
        subject: "",
        subjectHash: "of somebody else",
        requestedBy: "owner@trellis.example",
        requestedAt: new Date(),
      });
    expect(await repeat(content)).toBe(1);
    expect(await db.select().from(deletionRequests)).toMatchObject([{ visitorId: "" }]);
    await carryOut();
    expect((await db.select().from(dataExports)).map(({ subjectHash }) => subjectHash)).toEqual([
      "of somebody else",
    ]);
  });

  it("rejects a list of another installation, whose hashes match nobody", async () => {
    const other = createEmailHash(() => "another key");
    let content = "";
    for await (const line of listDeletions(stores.records.db, other)) content += line;
    await expect(repeat(content)).rejects.toThrow("from a different installation");
  });
});

describe("an invalid list", () => {
  const header = JSON.stringify({ format: 1, madeAt: new Date().toISOString(), installation: "x" });
  it.each([
    ["nothing", "", "not a list of deletions"],
    ["a list that was cut off", `${header}\n{"id":`, "not complete"],
    ["something else", "hello\n", "line 1 is not JSON"],
    ["a later format", `${header.replace("1", "2")}\n`, "newer version"],
    ["a wrong entry", `${header}\n{"id":"1"}\n`, "line 2 is not a deletion"],
  ])("is rejected: %s", (_, content, message) => {
    expect(() => parseDeletionList(content, "list")).toThrow(message);
  });
});
