import { connect } from "node:net";
import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type { SecurityEvent, SecurityLogResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { captureLog } from "../../testing/captureLog.ts";
import { OWNER, startConsole, type TestConsole } from "../../testing/startConsole.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { createSecurityLog } from "./securityLog.ts";
import { accounts, securityEvents } from "./tables.ts";

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
  // Equal notes within a minute are one entry.
  now += 2 * ONE_MINUTE;
  await stores.records.db.update(accounts).set({ role: "owner" });
});
afterAll(async () => {
  await api.app.close();
  await stores.stop();
});

const parts = () => ({
  db: stores.records.db,
  now: () => now,
  digest: stores.identities.hashEmail,
  countries: { codeOf: () => "NZ" },
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

it("has sign-ins, failures and lock-outs, for existing accounts, without full addresses", async () => {
  await signIn(OWNER.email, OWNER.password);
  for (let attempt = 0; attempt < 12; attempt++)
    await signIn(attempt % 2 ? ` ${OWNER.email}` : OWNER.email, "wrong");
  await signIn("my password typed here", "wrong");
  const all = await entries();
  const noted = all.map(({ kind, account, count }) => ({ kind, account, count }));
  expect(noted).toEqual([
    { kind: "signed in", account: OWNER.email, count: 1 },
    { kind: "sign-in failed", account: OWNER.email, count: 10 },
    { kind: "locked out", account: OWNER.email, count: 2 },
    { kind: "sign-in failed", account: null, count: 1 },
  ]);
  expect(new Set(all.map(({ network }) => network)).size).toBe(1);
  expect(JSON.stringify(all)).not.toContain("2001:db8");
});

it("records changes of access and uses of personal data, and names no visitor", async () => {
  const key = (await api.post("/api-keys", { name: "Dashboard" })).json();
  await api.post(`/api-keys/${key.id}/revoke`, {});
  await api.post("/team/invitations", { email: "ann@trellis.example", role: "viewer" });
  await api.get(`/privacy-requests/person?${new URLSearchParams({ id: VISITOR })}`);
  await api.get(`/person?${new URLSearchParams({ id: VISITOR })}`);
  const scope = { site_id: "127.0.0.1:3000", date_range: "day" };
  await api.post("/query/events", scope);
  await api.post("/query/events", { ...scope, person: VISITOR });
  await api.post("/privacy-requests/export", { id: VISITOR });
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
  // The same person, looked up by two names.
  expect(noted[3]).toMatchObject({ about: expect.stringMatching(/^[\w-]{16}$/), count: expect.any(Number) });
  expect(noted[4]?.about).toBe(noted[3]?.about);
  expect(JSON.stringify(noted)).not.toMatch(/zq/i);
});

it("records actions forbidden for a role, and is for owners only", async () => {
  await stores.records.db.update(accounts).set({ role: "viewer" });
  expect((await api.get("/security-log")).statusCode).toBe(403);
  expect((await api.post("/team/invitations", {})).statusCode).toBe(403);
  await stores.records.db.update(accounts).set({ role: "owner" });
  const refused = (await entries()).filter(({ kind }) => kind === "access refused");
  expect(refused.map(({ about }) => about)).toEqual(["GET /security-log", "POST /team/invitations"]);
});

it("records a change whose client closes the connection before the response", async () => {
  const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = new URL(url);
  const body = JSON.stringify({ email: "gone@trellis.example", role: "viewer" });
  const head = [
    "POST /console/api/team/invitations HTTP/1.1",
    "host: 127.0.0.1:3000",
    "origin: http://127.0.0.1:3000",
    "content-type: application/json",
    `cookie: ${api.cookie}`,
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
  const socket = connect(Number(port), "127.0.0.1", () => {
    socket.write(head, () => socket.destroy());
  });
  await expect
    .poll(async () => (await entries("access changed")).map(({ about }) => about), { interval: 20 })
    .toEqual(["gone@trellis.example"]);
});

it("is listed by page and by kind, and loses nothing in between", async () => {
  const db = stores.records.db;
  const rows = Array.from({ length: 250 }, (_, index) => ({
    at: new Date(now + index),
    network: "3f9a1c2b",
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

it("counts a flood instead of storing it, hides nothing behind it, and writes no names to the log", async () => {
  const { log, lines, text } = captureLog();
  const security = createSecurityLog({ ...parts(), log });
  for (let at = 0; at < 500; at++)
    security.note({ kind: "sign-in failed", account: VISITOR, address: `10.${at % 250}.${at >> 4}.1` });
  security.note({ kind: "signed in", account: OWNER.email, address: "10.0.0.1" });
  await security.stored();
  for (let at = 0; at < 200; at++)
    security.note({ kind: "person looked up", account: OWNER.email, about: String(at), address: "10.0.0.1" });
  for (let at = 0; at < 100; at++)
    security.note({ kind: "person exported", account: OWNER.email, about: String(at), address: "10.0.0.1" });
  await security.stored();
  const all = await stores.records.db.select().from(securityEvents);
  const of = (kind: string) => all.filter((each) => each.kind === kind);
  const sum = (kind: string) => of(kind).reduce((total, { count }) => total + count, 0);
  expect([of("sign-in failed").length, sum("sign-in failed")]).toEqual([60, 500]);
  expect([of("person looked up").length, sum("person looked up")]).toEqual([60, 200]);
  expect([of("signed in").length, of("person exported").length]).toEqual([1, 100]);
  expect(lines()).toContainEqual(expect.objectContaining({ security: "sign-in failed" }));
  expect(text()).not.toMatch(/zq|10\.\d+\.\d+/);
});

it("loses nothing while the record store is unavailable", async () => {
  let isAway = true;
  const { db } = stores.records;
  const insert: typeof db.insert = (table) => {
    if (isAway) throw new Error("The store is away.");
    return db.insert(table);
  };
  const failing = new Proxy(db, {
    get: (target, name) => (name === "insert" ? insert : Reflect.get(target, name)),
  });
  const security = createSecurityLog({ ...parts(), db: failing, log: silent });
  const note = (about: string) => security.note({ kind: "API keys changed", about, address: "10.0.0.1" });
  note("one");
  await security.stored();
  note("one");
  note("two");
  await security.stored();
  expect(await entries()).toEqual([]);
  isAway = false;
  await security.stored();
  expect((await entries()).map(({ about, count }) => [about, count])).toEqual([
    ["one", 2],
    ["two", 1],
  ]);
});

it("keeps little in memory, and deletes entries after half a year", async () => {
  const security = createSecurityLog({ ...parts(), log: silent });
  for (let at = 0; at < 5000; at++)
    security.note({ kind: "locked out", account: `${at}@x.example`, address: "10.0.0.1" });
  await security.stored();
  const all = await entries();
  expect(all.length).toBeLessThanOrEqual(60);
  expect(all.reduce((total, { count }) => total + count, 0)).toBe(5000);

  now += 181 * ONE_DAY;
  const later = createSecurityLog({ ...parts(), log: silent });
  later.note({ kind: "locked out", address: "::1" });
  await later.stored();
  const left = await stores.records.db.select().from(securityEvents);
  expect(left.map(({ kind }) => kind)).toEqual(["locked out"]);
  await stores.records.db.delete(changes);
});
