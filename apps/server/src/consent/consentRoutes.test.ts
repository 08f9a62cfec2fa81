import { randomUUID } from "node:crypto";
import type { ConsentReceipt } from "@marquee/contract";
import fastify from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startErasures } from "../rights/startErasures.ts";
import { consentReceipts, erasures as erasuresTable } from "../storage/records/schema.ts";
import type { Stores } from "../storage/stores.ts";
import { eventRow } from "../testing/eventRow.ts";
import { countRows, drained, silent, startTestStores } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";
import { consentRoutes } from "./consentRoutes.ts";

const START = Date.UTC(2026, 5, 1, 12);
const VISITOR = "visitor-0001";
let now = START;
let dataDir: string;
let stores: Stores;
beforeAll(async () => {
  dataDir = createTemporaryDir();
  stores = await startTestStores(dataDir);
}, 120_000);
afterAll(async () => {
  await stores.stop();
  removeDir(dataDir);
});
beforeEach(async () => {
  now = START;
  await stores.records.db.delete(consentReceipts);
  await stores.records.db.delete(erasuresTable);
});

async function start() {
  const { db } = stores.records;
  const erasures = startErasures({ ...stores, db, now: () => now, log: silent, interval: 20 });
  const app = fastify();
  const countries = { codeOf: () => "NO" };
  await app.register(
    consentRoutes({ db, countries, erasures, allowedOrigins: ["https://shop.example"], now: () => now }),
  );
  return { app, erasures, db };
}

const receipt = (change: Partial<ConsentReceipt> = {}): ConsentReceipt => ({
  receiptId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  decidedAt: START - 1000,
  textVersion: 1,
  groups: ["C0001", "C0002"],
  anonymousId: VISITOR,
  ...change,
});

describe("POST /consent", () => {
  it("keeps what was decided, when, about which text and from which country, once", async () => {
    const { app, erasures, db } = await start();
    for (let times = 0; times < 2; times += 1) {
      const response = await app.inject({ method: "POST", url: "/consent", payload: receipt() });
      expect(response.statusCode).toBe(204);
    }
    expect(await db.select().from(consentReceipts)).toEqual([
      {
        id: receipt().receiptId,
        visitorId: VISITOR,
        groups: ["C0001", "C0002"],
        textVersion: 1,
        country: "NO",
        decidedAt: new Date(START - 1000),
        receivedAt: new Date(START),
      },
    ]);
    await erasures.stop();
  });

  it("deletes everything of a visitor who withdraws, what is still under way included, and nothing of others", async () => {
    const { app, erasures, db } = await start();
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
    await expect.poll(() => count(VISITOR), { timeout: 5000 }).toBe(0);
    expect(await count("another")).toBe(1);

    await stores.spool.append([mine("m3")]);
    await drained(stores);
    now += 20_000;
    await expect.poll(() => count(VISITOR), { timeout: 5000 }).toBe(0);
    await expect
      .poll(async () => (await db.select().from(erasuresTable)).map(({ completedAt }) => completedAt), {
        timeout: 5000,
      })
      .toEqual([new Date(now)]);
    await erasures.stop();
  });

  it("asks an address to come again that sends more decisions than an office, and takes withdrawals from it all the same", async () => {
    const { app, erasures, db } = await start();
    const send = (change: Partial<ConsentReceipt> = {}) =>
      app.inject({ method: "POST", url: "/consent", payload: receipt(change) });
    for (let times = 0; times < 600; times += 1) expect((await send()).statusCode).toBe(204);
    const refused = await send();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "600"]);
    for (let visitor = 0; visitor < 70; visitor += 1) {
      const withdrawal = { receiptId: randomUUID(), anonymousId: `withdrawn-${visitor}` };
      expect((await send({ ...withdrawal, groups: ["C0001"] })).statusCode).toBe(204);
    }
    expect(await db.$count(erasuresTable)).toBe(70);
    await erasures.stop();
  });

  it("takes a visitor's withdrawals unless they come as no person sends them", async () => {
    const { app, erasures } = await start();
    const withdraw = () =>
      app.inject({ method: "POST", url: "/consent", payload: receipt({ groups: ["C0001"] }) });
    for (let times = 0; times < 30; times += 1) expect((await withdraw()).statusCode).toBe(204);
    const refused = await withdraw();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "600"]);
    await erasures.stop();
  });

  it("goes on after a restart where it was", async () => {
    const { app, erasures } = await start();
    await erasures.stop();
    await stores.spool.append([eventRow({ message_id: "m4", anonymous_id: VISITOR })]);
    await drained(stores);
    await app.inject({ method: "POST", url: "/consent", payload: receipt({ groups: ["C0001"] }) });
    const next = await start();
    await expect
      .poll(() => countRows(stores.eventStore, "events_unique", `visitor_id = '${VISITOR}'`), {
        timeout: 5000,
      })
      .toBe(0);
    await next.erasures.stop();
  });

  it.each([
    [{ receiptId: "1" }],
    [{ groups: ["C9999"] }],
    [{ groups: [] }],
    [{ anonymousId: "' OR 1=1" }],
    [{ decidedAt: "yesterday" }],
  ])("refuses %j", async (change) => {
    const { app, erasures, db } = await start();
    const payload = { ...receipt(), ...change };
    expect((await app.inject({ method: "POST", url: "/consent", payload })).statusCode).toBe(400);
    expect(await db.select().from(consentReceipts)).toEqual([]);
    await erasures.stop();
  });
});
