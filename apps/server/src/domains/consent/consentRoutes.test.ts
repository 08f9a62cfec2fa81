import { randomUUID } from "node:crypto";
import { type ConsentReceipt, ONE_DAY, ONE_YEAR, visitorIdOf } from "@marquee/contract";
import fastify from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { countRows, drained, silent, type TestStores } from "../../testing/startTestStores.ts";
import { startDeletions } from "../people/privacy/startDeletions.ts";
import { deletionRequests } from "../people/tables.ts";
import { consentRoutes } from "./consentRoutes.ts";
import { consentReceipts, upgrades } from "./tables.ts";

const START = Date.UTC(2026, 5, 1, 12);
const SECRET = "0c3a5b1e-6d62-4f57-9a3f-0d2f1b7a9e44";
const VISITOR = visitorIdOf(SECRET);
/** A random ID, as browsers generated them before IDs had secrets. */
const OLD_VISITOR = "9b2f2a54-3c1d-4f8e-8a57-5a1f0c6f7d21";
let now = START;
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
afterAll(async () => {
  await stores.stop();
});
beforeEach(async () => {
  now = START;
  await stores.records.db.delete(consentReceipts);
  await stores.records.db.delete(deletionRequests);
});

async function start() {
  const { db } = stores.records;
  const deletions = startDeletions({ ...stores, db, now: () => now, log: silent, interval: 20 });
  const app = fastify();
  const countries = { codeOf: () => "NO" };
  await app.register(
    consentRoutes({
      ...stores,
      db,
      hashEmail: stores.identities.hashEmail,
      countries,
      deletions,
      allowedOrigins: new Set(["https://shop.example"]),
      now: () => now,
    }),
  );
  return { app, deletions, db };
}

const receipt = (change: Partial<ConsentReceipt> = {}): ConsentReceipt => ({
  receiptId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  decidedAt: START - 1000,
  textVersion: 1,
  groups: ["C0001", "C0002"],
  anonymousId: VISITOR,
  proof: SECRET,
  ...change,
});

describe("POST /consent", () => {
  it("stores a decision once, with its time, text version and country", async () => {
    const { app, deletions, db } = await start();
    for (let times = 0; times < 2; times += 1) {
      const response = await app.inject({ method: "POST", url: "/consent", payload: receipt() });
      expect(response.statusCode).toBe(204);
    }
    expect(await db.select().from(consentReceipts)).toEqual([
      {
        id: receipt().receiptId,
        visitorId: null,
        visitorHash: stores.identities.hashEmail.ofId(VISITOR),
        groups: ["C0001", "C0002"],
        textVersion: 1,
        country: "NO",
        decidedAt: new Date(START - 1000),
        receivedAt: new Date(START),
      },
    ]);
    await deletions.stop();
  });

  it("deletes all data of a visitor who withdraws, including events that arrive later, and no data of others", async () => {
    const { app, deletions, db } = await start();
    const mine = (id: string) => eventRow({ message_id: id, anonymous_id: VISITOR });
    await stores.spool.append([
      mine("m1"),
      mine("m2"),
      eventRow({ message_id: "o1", anonymous_id: "another" }),
    ]);
    await drained(stores);
    const groups: ConsentReceipt["groups"] = ["C0001"];
    await app.inject({ method: "POST", url: "/consent", payload: receipt({ groups }) });
    const count = (visitor: string) =>
      countRows(stores.eventStore, "events_unique", `visitor_id = '${visitor}'`);
    await expect.poll(() => count(VISITOR)).toBe(0);
    expect(await count("another")).toBe(1);

    await stores.spool.append([mine("m3")]);
    await drained(stores);
    now += 20_000;
    await expect.poll(() => count(VISITOR)).toBe(0);
    await expect
      .poll(async () => (await db.select().from(deletionRequests)).map(({ completedAt }) => completedAt))
      .toEqual([new Date(now)]);
    await deletions.stop();
  });

  it("returns 429 after 600 decisions from one network, but still accepts its withdrawals", async () => {
    const { app, deletions, db } = await start();
    const send = (change: Partial<ConsentReceipt> = {}) =>
      app.inject({ method: "POST", url: "/consent", payload: receipt(change) });
    for (let times = 0; times < 600; times += 1) expect((await send()).statusCode).toBe(204);
    const refused = await send();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "600"]);
    for (let visitor = 0; visitor < 70; visitor += 1) {
      const proof = randomUUID();
      const withdrawal = { receiptId: randomUUID(), anonymousId: visitorIdOf(proof), proof };
      expect((await send({ ...withdrawal, groups: ["C0001"] })).statusCode).toBe(204);
    }
    expect(await db.$count(deletionRequests)).toBe(70);
    await deletions.stop();
  });

  it("returns 429 after 30 withdrawals of one visitor", async () => {
    const { app, deletions } = await start();
    const withdraw = (change: Partial<ConsentReceipt> = {}) => {
      const payload = receipt({ receiptId: randomUUID(), groups: ["C0001"], ...change });
      return app.inject({ method: "POST", url: "/consent", payload });
    };
    // Attempts without the visitor's secret do not count toward the visitor's limit.
    for (let times = 0; times < 40; times += 1) await withdraw({ proof: randomUUID() });
    for (let times = 0; times < 30; times += 1) expect((await withdraw()).statusCode).toBe(204);
    const refused = await withdraw();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "600"]);
    await deletions.stop();
  });

  it("resumes a deletion after a restart", async () => {
    const { app, deletions } = await start();
    await deletions.stop();
    await stores.spool.append([eventRow({ message_id: "m4", anonymous_id: VISITOR })]);
    await drained(stores);
    await app.inject({ method: "POST", url: "/consent", payload: receipt({ groups: ["C0001"] }) });
    const next = await start();
    await expect
      .poll(() => countRows(stores.eventStore, "events_unique", `visitor_id = '${VISITOR}'`))
      .toBe(0);
    await next.deletions.stop();
  });

  it.each([
    ["a guessed secret", { proof: randomUUID() }],
    ["no secret", { proof: undefined }],
    ["the id of another tool's visitor", { anonymousId: "customer-10023" }],
    ["a user's id, claimed by an agreement", { anonymousId: "customer-10023", proof: randomUUID() }],
    ["a member's name", { anonymousId: "messageId", proof: undefined }],
  ])("rejects consent and withdrawal with %s, and deletes nothing", async (_, change) => {
    const { app, deletions, db } = await start();
    const { anonymousId = VISITOR } = change as Partial<ConsentReceipt>;
    await stores.spool.append([
      eventRow({ message_id: "kept", anonymous_id: anonymousId, user_id: anonymousId }),
    ]);
    await drained(stores);
    for (const groups of [["C0001", "C0002"], ["C0001"]] as const) {
      const payload = receipt({ ...change, groups, receiptId: randomUUID() });
      const response = await app.inject({ method: "POST", url: "/consent", payload });
      expect([response.statusCode, response.json().code]).toEqual([403, "unproven"]);
    }
    expect(await db.$count(consentReceipts)).toBe(0);
    expect(await db.$count(deletionRequests)).toBe(0);
    await deletions.stop();
  });

  describe("from a browser whose ID has no secret", () => {
    const R1 = randomUUID();
    const before = new Date(START - ONE_DAY);
    const send = async (change: Partial<ConsentReceipt>, upgradedAt = START - ONE_DAY / 2) => {
      const { app, deletions, db } = await start();
      await db.update(upgrades).set({ at: new Date(upgradedAt) });
      const payload = receipt({
        receiptId: randomUUID(),
        anonymousId: OLD_VISITOR,
        proof: undefined,
        ...change,
      });
      const { statusCode } = await app.inject({ method: "POST", url: "/consent", payload });
      await deletions.stop();
      return [statusCode, await db.$count(deletionRequests)];
    };
    const agreed = (visitorId: string, receivedAt = before) =>
      stores.records.db
        .insert(consentReceipts)
        .values({
          id: R1,
          visitorId,
          groups: ["C0001", "C0002"],
          textVersion: 1,
          country: "NO",
          decidedAt: receivedAt,
          receivedAt,
        });

    it("accepts a withdrawal with the receipt of the consent, or with the random ID alone", async () => {
      await agreed(OLD_VISITOR);
      expect(await send({ groups: ["C0001"], proof: R1 })).toEqual([204, 1]);
      expect(await send({ groups: ["C0001"] })).toEqual([204, 2]);
    });

    it("accepts changed consent only with the receipt of an earlier consent", async () => {
      await agreed(OLD_VISITOR);
      const receiptId = randomUUID();
      expect(await send({ receiptId, proof: R1 })).toEqual([204, 0]);
      expect(await send({ proof: receiptId })).toEqual([204, 0]);
      expect(await send({ proof: randomUUID() })).toEqual([403, 0]);
      expect(await send({})).toEqual([403, 0]);
    });

    it("rejects consent with the receipt of a withdrawal, because the random ID alone is enough to withdraw", async () => {
      await agreed(OLD_VISITOR);
      const receiptId = randomUUID();
      expect(await send({ groups: ["C0001"], receiptId })).toEqual([204, 1]);
      expect(await send({ proof: receiptId })).toEqual([403, 1]);
    });

    it("rejects every decision for a guessable ID, even with a receipt, because anyone could create one", async () => {
      await agreed("customer-10023");
      for (const proof of [undefined, R1, randomUUID()]) {
        expect(await send({ anonymousId: "customer-10023", groups: ["C0001"], proof })).toEqual([403, 0]);
      }
    });

    it("rejects IDs whose first receipt is newer than secrets, and all older IDs once they have expired", async () => {
      await agreed(OLD_VISITOR, new Date(START - 1000));
      expect(await send({ groups: ["C0001"] })).toEqual([403, 0]);
      await stores.records.db.update(consentReceipts).set({ receivedAt: before });
      now = START + ONE_YEAR;
      expect(await send({ groups: ["C0001"] })).toEqual([403, 0]);
    });

    it("accepts a withdrawal of a visitor measured by region before IDs had secrets, but not of other IDs with events", async () => {
      const context = JSON.stringify({ consent: { basis: "region" } });
      const measured = (anonymous_id: string, overrides: object) =>
        eventRow({ message_id: randomUUID(), anonymous_id, received_at: before.getTime(), ...overrides });
      const server = randomUUID();
      await stores.spool.append([measured(OLD_VISITOR, { context }), measured(server, {})]);
      await drained(stores);
      expect(await send({ groups: ["C0001"], anonymousId: server })).toEqual([403, 0]);
      expect(await send({ groups: ["C0001"] }, START - 2 * ONE_DAY)).toEqual([403, 0]);
      expect(await send({ groups: ["C0001"] })).toEqual([204, 1]);
    });
  });

  it.each([
    ["8 days ago", START - 8 * ONE_DAY, START],
    ["6 days ago", START - 6 * ONE_DAY, START - 6 * ONE_DAY],
    ["in an hour", START + 3_600_000, START],
  ])("replaces an implausible decision time by the time of receipt: %s", async (_, decidedAt, expected) => {
    const { app, deletions, db } = await start();
    await app.inject({ method: "POST", url: "/consent", payload: receipt({ decidedAt }) });
    const [receiptRow] = await db.select().from(consentReceipts);
    expect(receiptRow?.decidedAt).toEqual(new Date(expected));
    await deletions.stop();
  });

  it.each([
    [{ receiptId: "1" }],
    [{ groups: ["C9999"] }],
    [{ groups: [] }],
    [{ anonymousId: "' OR 1=1" }],
    [{ proof: "a guess" }],
    [{ decidedAt: "yesterday" }],
  ])("rejects %j", async (change) => {
    const { app, deletions, db } = await start();
    const payload = { ...receipt(), ...change };
    expect((await app.inject({ method: "POST", url: "/consent", payload })).statusCode).toBe(400);
    expect(await db.select().from(consentReceipts)).toEqual([]);
    await deletions.stop();
  });
});
