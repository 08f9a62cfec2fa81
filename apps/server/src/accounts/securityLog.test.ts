import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type { SecurityEvent, SecurityLogResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { accounts, changes, securityEvents } from "../storage/records/schema.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { captureLog } from "../testing/captureLog.ts";
import { OWNER, startConsole, type TestConsole } from "../testing/startConsole.ts";
import { silent, type TestStores } from "../testing/startTestStores.ts";
import { createSecurityLog } from "./securityLog.ts";

const VISITOR = "zq-visitor@acme.example";
let stores: TestStores;
let api: TestConsole;
let now = Date.UTC(2026, 5, 1, 12);

beforeAll(async () => {
  stores = await borrowTestStores();
  api = await startConsole(stores, { now: () => now });
});
beforeEach(async () => {
  await api.security.stored();
  await stores.records.db.delete(securityEvents);
  // The same within a minute is one entry.
  now += 2 * ONE_MINUTE;
  await stores.records.db.update(accounts).set({ role: "owner" });
});
afterAll(async () => {
  await api.app.close();
  await stores.stop();
});

const signIn = (email: string, password: string) =>
  api.app.inject({
    method: "POST",
    url: "/console/api/sign-in",
    remoteAddress: "2001:db8:1:2::77",
    headers: { origin: "http://127.0.0.1:3000" },
    payload: { email, password },
  });

async function entries(kind?: string): Promise<SecurityEvent[]> {
  await api.security.stored();
  const { events } = (
    await api.get(`/security-log${kind ? `?${new URLSearchParams({ kind })}` : ""}`)
  ).json();
  return events.reverse();
}

it("has sign-ins, failures and lock-outs, of accounts that there are, without whole addresses", async () => {
  await signIn(OWNER.email, OWNER.password);
  for (let attempt = 0; attempt < 12; attempt++) await signIn(OWNER.email, "wrong");
  await signIn("my password typed here", "wrong");
  const noted = (await entries()).map(({ kind, account, network, count }) => ({
    kind,
    account,
    network,
    count,
  }));
  const network = "2001:db8:1::/48";
  expect(noted).toEqual([
    { kind: "signed in", account: OWNER.email, network, count: 1 },
    { kind: "sign-in failed", account: OWNER.email, network, count: 10 },
    { kind: "locked out", account: OWNER.email, network, count: 2 },
    { kind: "sign-in failed", account: null, network, count: 1 },
  ]);
});

it("has what was done with access and with people, and names no visitor", async () => {
  const key = (await api.post("/api-keys", { name: "Dashboard" })).json();
  await api.post(`/api-keys/${key.id}/revoke`, {});
  await api.post("/people/invitations", { email: "ann@trellis.example", role: "viewer" });
  await api.get(`/rights/person?${new URLSearchParams({ id: VISITOR })}`);
  await api.get(`/profile?${new URLSearchParams({ id: VISITOR })}`);
  const span = { from: String(now - ONE_DAY), to: String(now), person: VISITOR };
  await api.get(`/events?${new URLSearchParams(span)}`);
  await api.post("/rights/export", { id: VISITOR });
  await api.post("/account/proof", { password: "wrong" });
  await api.post("/account/proof", { password: OWNER.password });
  const noted = await entries();
  expect(noted.map(({ kind }) => kind)).toEqual([
    "API keys changed",
    "API keys changed",
    "access changed",
    "person looked up",
    "person exported",
    "proof failed",
    "proof given",
  ]);
  expect(new Set(noted.map(({ account }) => account))).toEqual(new Set([OWNER.email]));
  expect(noted[2]?.about).toBe("ann@trellis.example");
  // The same person, looked up in two ways.
  expect(noted[3]).toMatchObject({ about: expect.stringMatching(/^[\w-]{16}$/), count: expect.any(Number) });
  expect(noted[4]?.about).toBe(noted[3]?.about);
  expect(JSON.stringify(noted)).not.toMatch(/zq/i);
});

it("has what a role may not do, and is for owners only", async () => {
  await stores.records.db.update(accounts).set({ role: "viewer" });
  expect((await api.get("/security-log")).statusCode).toBe(403);
  expect((await api.post("/people/invitations", {})).statusCode).toBe(403);
  await stores.records.db.update(accounts).set({ role: "owner" });
  const refused = (await entries()).filter(({ kind }) => kind === "access refused");
  expect(refused.map(({ about }) => about)).toEqual(["GET /security-log", "POST /people/invitations"]);
});

it("is listed by page and by kind, and loses nothing in between", async () => {
  const db = stores.records.db;
  const rows = Array.from({ length: 250 }, (_, index) => ({
    ...{ at: new Date(now + index), network: "192.0.2.0/24" },
    kind: index % 2 ? ("signed in" as const) : ("locked out" as const),
  }));
  await db.insert(securityEvents).values(rows);
  const read: number[] = [];
  let next: string | null = "";
  while (next !== null) {
    const answer: SecurityLogResponse = (
      await api.get(`/security-log${next ? `?before=${next}` : ""}`)
    ).json();
    read.push(...answer.events.map(({ at }) => at));
    next = answer.next;
  }
  expect(read).toEqual(rows.map(({ at }) => at.getTime()).reverse());
  expect(new Set((await entries("locked out")).map(({ kind }) => kind))).toEqual(new Set(["locked out"]));
});

it("counts a flood instead of storing it, writes no names to the log, and forgets after half a year", async () => {
  const { log, lines, text } = captureLog();
  const security = createSecurityLog({ db: stores.records.db, now: () => now, log });
  for (let at = 0; at < 500; at++)
    security.note({ kind: "sign-in failed", account: VISITOR, address: `10.${at % 250}.${at >> 4}.1` });
  await security.stored();
  const flood = await entries();
  expect(flood.length).toBe(60);
  expect(flood.reduce((sum, { count }) => sum + count, 0)).toBe(500);
  expect(lines()).toContainEqual(expect.objectContaining({ security: "sign-in failed" }));
  expect(text()).not.toMatch(/zq|10\.\d+\.\d+/);

  now += 181 * ONE_DAY;
  const later = createSecurityLog({ db: stores.records.db, now: () => now, log: silent });
  later.note({ kind: "locked out", address: "::1" });
  await later.stored();
  const left = await stores.records.db.select().from(securityEvents);
  expect(left.map(({ kind }) => kind)).toEqual(["locked out"]);
  await stores.records.db.delete(changes);
});
