import { ONE_DAY } from "@marquee/contract";
import type { InvitationResponse, TeamResponse } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changes } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { errorOf } from "../../../testing/errorOf.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts, invitations } from "../tables.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const OWNER = "owner@trellis.example";
const EVE = "eve@trellis.example";
const PASSWORD = "another long enough password";
const ORIGIN = "http://127.0.0.1:3000";
let stores: TestStores;
let console: TestConsole;
let now = NOON;

beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
beforeEach(async () => {
  now = NOON;
  const { db } = stores.records;
  for (const table of [accounts, changes, invitations]) await db.delete(table);
  await console?.app.close();
  console = await startConsole(stores, { now: () => now });
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const team = async () => (await console.get("/team")).json() as TeamResponse;
const idOf = async (email: string) => (await team()).members.find((one) => one.email === email)?.id ?? "";
const recorded = async () =>
  (await stores.records.db.select().from(changes).orderBy(changes.id)).map(
    ({ id, at, entity, ...rest }) => rest,
  );

async function inviteEve(role = "editor"): Promise<string> {
  const answer = await console.post("/team/invitations", { email: ` ${EVE.toUpperCase()}`, role });
  return (answer.json() as InvitationResponse).url.split("#token=")[1] ?? "";
}

/** Another person's browser, signed in or not. */
const anonymous = (path: string, payload: object, cookie = "") =>
  console.app.inject({
    method: "POST",
    url: `/console/api${path}`,
    headers: { origin: ORIGIN, cookie },
    payload,
  });
const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers["set-cookie"]).split(";")[0] ?? "";
const isSignedIn = async (cookie: string) =>
  (await console.app.inject({ url: "/console/api/team", headers: { cookie } })).statusCode === 200;

async function joinAsEve(role = "editor"): Promise<string> {
  return cookieOf(await anonymous("/join", { token: await inviteEve(role), password: PASSWORD }));
}

describe("inviting", () => {
  it("returns a link valid for 7 days that is not stored, and lists pending invitations", async () => {
    const answer = await console.post("/team/invitations", { email: EVE, role: "editor" });
    const { url, expiresAt } = answer.json() as InvitationResponse;
    expect([url.split("=")[0], expiresAt]).toEqual([`${ORIGIN}/console/join#token`, NOON + 7 * ONE_DAY]);
    const token = url.split("=")[1] ?? "";
    const stored = JSON.stringify([await stores.records.db.select().from(invitations), await recorded()]);
    expect(token.length).toBeGreaterThan(40);
    expect(stored).not.toContain(token);
    expect((await team()).invitations).toMatchObject([{ email: EVE, role: "editor", expiresAt }]);
  });

  it("invalidates an earlier link for the same address", async () => {
    const first = await inviteEve();
    const second = await inviteEve("viewer");
    expect((await anonymous("/invitation", { token: first })).statusCode).toBe(410);
    expect((await anonymous("/invitation", { token: second })).json()).toEqual({
      email: EVE,
      role: "viewer",
    });
  });

  it("rejects existing members and invalid addresses", async () => {
    const invite = (email: string) => console.post("/team/invitations", { email, role: "viewer" });
    expect(errorOf(await invite(OWNER))).toEqual([409, `${OWNER} already has access.`]);
    expect((await invite("eve at trellis")).statusCode).toBe(400);
    expect((await console.post("/team/invitations", { email: EVE, role: "king" })).statusCode).toBe(400);
  });

  it("can be revoked by an owner, which invalidates the link", async () => {
    const token = await inviteEve();
    const [invitation] = (await team()).invitations;
    const withdraw = () => console.post(`/team/invitations/${invitation?.id}/withdraw`, {});
    expect((await withdraw()).statusCode).toBe(200);
    expect((await anonymous("/join", { token, password: PASSWORD })).statusCode).toBe(410);
    expect((await withdraw()).statusCode).toBe(404);
    expect(await recorded()).toMatchObject([
      { actor: OWNER, key: EVE, action: "invited", before: null, after: { role: "editor" } },
      { actor: OWNER, key: EVE, action: "withdrawn", before: { role: "editor" }, after: null },
    ]);
  });
});

describe("joining", () => {
  it("creates the account with its role and signs in, once", async () => {
    const token = await inviteEve();
    const joined = await anonymous("/join", { token, password: PASSWORD });
    expect(joined.json()).toMatchObject({ account: { email: EVE, role: "editor" } });
    expect(await isSignedIn(cookieOf(joined))).toBe(true);
    expect((await anonymous("/join", { token, password: PASSWORD })).statusCode).toBe(410);
    expect((await anonymous("/sign-in", { email: EVE, password: PASSWORD })).statusCode).toBe(200);
    expect((await team()).members).toMatchObject([{ email: EVE, lastSeenAt: NOON }, { email: OWNER }]);
    expect((await team()).invitations).toEqual([]);
    expect((await recorded()).at(-1)).toMatchObject({ actor: EVE, key: EVE, action: "joined" });
    expect(JSON.stringify(await recorded())).not.toContain("argon2");
  });

  it("takes role and address from the invitation, and rejects others", async () => {
    const token = await inviteEve("viewer");
    for (const more of [{ email: OWNER }, { role: "owner" }, { areas: null }, { id: await idOf(OWNER) }])
      expect((await anonymous("/join", { token, password: PASSWORD, ...more })).statusCode).toBe(400);
    const joined = await anonymous("/join", { token, password: PASSWORD });
    expect(joined.json()).toMatchObject({ account: { email: EVE, role: "viewer" } });
    expect((await team()).members).toMatchObject([{ email: EVE, role: "viewer" }, { email: OWNER }]);
  });

  it("lets only one of two simultaneous requests use the link", async () => {
    const token = await inviteEve();
    const both = [1, 2].map(() => anonymous("/join", { token, password: PASSWORD }));
    const codes = (await Promise.all(both)).map(({ statusCode }) => statusCode);
    expect(codes.sort()).toEqual([200, 410]);
  });

  it("rejects expired links, and short passwords without using up the link", async () => {
    const token = await inviteEve();
    expect((await anonymous("/join", { token, password: "short" })).statusCode).toBe(400);
    now = NOON + 7 * ONE_DAY - 1;
    expect((await anonymous("/invitation", { token })).statusCode).toBe(200);
    now = NOON + 7 * ONE_DAY;
    expect((await anonymous("/join", { token, password: PASSWORD })).statusCode).toBe(410);
    expect((await stores.records.db.select().from(accounts)).length).toBe(1);
  });
});

describe("roles", () => {
  it("can be raised without ending sessions, and lowered by ending them", async () => {
    const eve = await joinAsEve("viewer");
    const id = await idOf(EVE);
    await console.post(`/team/${id}/role`, { role: "owner" });
    expect(await isSignedIn(eve)).toBe(true);
    await console.post(`/team/${id}/role`, { role: "editor" });
    expect(await isSignedIn(eve)).toBe(false);
    expect((await team()).members).toMatchObject([{ email: EVE, role: "editor" }, { email: OWNER }]);
    expect((await recorded()).slice(-2)).toMatchObject([
      { actor: OWNER, key: EVE, action: "changed", before: { role: "viewer" }, after: { role: "owner" } },
      { actor: OWNER, key: EVE, action: "changed", before: { role: "owner" }, after: { role: "editor" } },
    ]);
  });

  it("keep at least one owner, even when two are demoted or removed at the same time", async () => {
    await joinAsEve("owner");
    const [eve, owner] = [await idOf(EVE), await idOf(OWNER)];
    const codes = await Promise.all(
      [eve, owner].map(async (id) => (await console.post(`/team/${id}/role`, { role: "viewer" })).statusCode),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const roles = await stores.records.db.select().from(accounts).where(eq(accounts.role, "owner"));
    expect(roles).toHaveLength(1);
  });

  it("explain why the last owner can't be changed", async () => {
    const id = await idOf(OWNER);
    const refusal = [409, "The console needs at least one owner. Make someone else an owner first."];
    expect(errorOf(await console.post(`/team/${id}/role`, { role: "viewer" }))).toEqual(refusal);
    expect(errorOf(await console.post(`/team/${id}/remove`, {}))).toEqual(refusal);
  });
});

describe("signing someone out", () => {
  it("ends all their sessions, and leaves the account unchanged", async () => {
    const eve = await joinAsEve();
    const other = cookieOf(await anonymous("/sign-in", { email: EVE, password: PASSWORD }));
    const id = await idOf(EVE);
    expect((await console.post(`/team/${id}/sessions/end`, {})).statusCode).toBe(200);
    expect([await isSignedIn(eve), await isSignedIn(other)]).toEqual([false, false]);
    expect((await recorded()).at(-1)).toMatchObject({
      actor: OWNER,
      key: EVE,
      action: "signed out everywhere",
    });
    expect((await anonymous("/sign-in", { email: EVE, password: PASSWORD })).statusCode).toBe(200);
    expect((await console.post("/team/no-such-id/sessions/end", {})).statusCode).toBe(404);
    expect((await console.post(`/team/${await idOf(OWNER)}/sessions/end`, {})).statusCode).toBe(400);
  });
});

describe("removing", () => {
  it("ends the person's sessions and keeps the change history", async () => {
    const eve = await joinAsEve();
    const id = await idOf(EVE);
    expect((await console.post(`/team/${id}/remove`, {})).statusCode).toBe(200);
    expect(await isSignedIn(eve)).toBe(false);
    expect((await team()).members).toMatchObject([{ email: OWNER }]);
    expect((await recorded()).at(-1)).toMatchObject({
      actor: OWNER,
      key: EVE,
      action: "removed",
      before: { role: "editor" },
      after: null,
    });
    for (const gone of [id, "no-such-id"]) {
      expect((await console.post(`/team/${gone}/remove`, {})).statusCode).toBe(404);
    }
  });

  it("requires an owner, like every other change to people", async () => {
    const eve = await joinAsEve();
    const id = await idOf(EVE);
    for (const [path, body] of [
      ["/team/invitations", { email: "x@trellis.example", role: "owner" }],
      ["/team/invitations/any/withdraw", {}],
      [`/team/${id}/role`, { role: "owner" }],
      [`/team/${id}/sessions/end`, {}],
      [`/team/${id}/remove`, {}],
    ] as const) {
      expect(errorOf(await anonymous(path, body, eve)), path).toEqual([
        403,
        "Only owners can manage people. Ask an owner.",
      ]);
      expect((await anonymous(path, body)).statusCode, path).toBe(401);
    }
  });
});
