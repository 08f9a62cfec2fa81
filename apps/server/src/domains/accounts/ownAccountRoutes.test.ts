import { ONE_HOUR } from "@marquee/contract";
import type { SessionsResponse, TeamResponse } from "@marquee/contract/schema";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { errorOf } from "../../testing/errorOf.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { accounts } from "./tables.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const NEW_PASSWORD = "tidal-gravel-mitten";
const ORIGIN = "http://127.0.0.1:3000";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
let stores: TestStores;
let console: TestConsole;
let now = NOON;

beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
beforeEach(async () => {
  now = NOON;
  for (const table of [accounts, changes]) await stores.records.db.delete(table);
  await console?.app.close();
  console = await startConsole(stores, { now: () => now });
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const post = (path: string, payload: object, cookie = "", userAgent = "") =>
  console.app.inject({
    method: "POST",
    url: `/console/api${path}`,
    headers: { origin: ORIGIN, cookie, "user-agent": userAgent },
    payload,
  });
const cookiesOf = (answer: LightMyRequestResponse) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
/** Signs the owner in with another browser. */
const signInElsewhere = async (userAgent = FIREFOX) =>
  cookiesOf(await post("/sign-in", OWNER, "", userAgent));
const sessionsOf = async (cookie = console.cookie) =>
  (
    (
      await console.app.inject({ url: "/console/api/account/sessions", headers: { cookie } })
    ).json() as SessionsResponse
  ).sessions;
const isSignedIn = async (cookie: string) =>
  (await console.app.inject({ url: "/console/api/team", headers: { cookie } })).statusCode === 200;
const recorded = async () =>
  (await stores.records.db.select().from(changes).orderBy(changes.id)).map(
    ({ actor, entity, key, action, before, after }) => ({ actor, entity, key, action, before, after }),
  );
const changePassword = (passwords: object, cookie = console.cookie) =>
  post(
    "/account/password",
    { currentPassword: OWNER.password, newPassword: NEW_PASSWORD, ...passwords },
    cookie,
  );
const line = { actor: OWNER.email, entity: "account", key: OWNER.email, before: null, after: null };

describe("changing your own password", () => {
  it("replaces it, keeps the current session and ends all others", async () => {
    const other = await signInElsewhere();
    expect((await changePassword({})).statusCode).toBe(200);
    expect([await isSignedIn(console.cookie), await isSignedIn(other)]).toEqual([true, false]);
    expect((await post("/sign-in", OWNER)).statusCode).toBe(401);
    expect((await post("/sign-in", { ...OWNER, password: NEW_PASSWORD })).statusCode).toBe(200);
    expect(await recorded()).toEqual([{ ...line, action: "password changed" }]);
  });

  it("ends concurrent sign-ins with the old password", async () => {
    const got: string[] = [];
    let isChanged = false;
    const keepSigningIn = async () => {
      while (!isChanged) {
        const answer = await post("/sign-in", OWNER);
        if (answer.statusCode === 200) got.push(cookiesOf(answer));
      }
    };
    const attackers = Array.from({ length: 6 }, keepSigningIn);
    await expect.poll(() => got.length).toBeGreaterThan(0);
    expect((await changePassword({})).statusCode).toBe(200);
    isChanged = true;
    await Promise.all(attackers);
    for (const cookie of got) expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(console.cookie)).toBe(true);
  });

  it("requires the current password and limits attempts to ten in fifteen minutes", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const refused = await changePassword({ currentPassword: "not the password" });
      expect(errorOf(refused)).toEqual([403, "The current password is incorrect."]);
    }
    expect((await changePassword({})).statusCode).toBe(429);
    expect((await post("/sign-in", OWNER)).statusCode).toBe(200);
    expect(await recorded()).toEqual([]);
  });

  it("rejects a short, easily guessed or unchanged password, and requests without a session", async () => {
    for (const newPassword of ["short", OWNER.email, "passwordpassword"])
      expect((await changePassword({ newPassword })).statusCode).toBe(400);
    const same = await changePassword({ newPassword: OWNER.password });
    expect(errorOf(same)).toEqual([400, "Choose a password that differs from the current one."]);
    expect((await changePassword({}, "")).statusCode).toBe(401);
    expect((await post("/sign-in", OWNER)).statusCode).toBe(200);
  });

  it("forgets known devices, except the current browser", async () => {
    const other = await signInElsewhere();
    const device = cookiesOf(await changePassword({}));
    const guess = (cookie: string) => post("/sign-in", { ...OWNER, password: "not this one" }, cookie);
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess("")).statusCode).toBe(401);
    expect((await guess(other)).statusCode).toBe(429);
    expect((await guess(device)).statusCode).toBe(401);
  });
});

describe("sessions", () => {
  it("end when another one starts in the same browser", async () => {
    const second = cookiesOf(await post("/sign-in", OWNER, console.cookie));
    expect([await isSignedIn(console.cookie), await isSignedIn(second)]).toEqual([false, true]);
  });

  it("are listed with browser, operating system and country, the current one first", async () => {
    now += ONE_HOUR;
    await signInElsewhere();
    const sessions = await sessionsOf();
    expect(sessions).toMatchObject([
      { createdAt: NOON, isCurrent: true },
      { browser: "Firefox", os: "Windows", country: "NZ", createdAt: now, lastSeenAt: now, isCurrent: false },
    ]);
    expect(JSON.stringify(sessions)).not.toContain("127.0.0.1");
  });

  it("are not listed after they expire", async () => {
    now += 11 * ONE_HOUR;
    const other = await signInElsewhere();
    now += 2 * ONE_HOUR;
    expect((await sessionsOf(other)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it("can be ended one by one, only by their own account", async () => {
    const other = await signInElsewhere();
    const [session] = (await sessionsOf()).filter(({ isCurrent }) => !isCurrent);
    const end = (cookie: string) => post(`/account/sessions/${session?.id}/end`, {}, cookie);
    const { url } = (
      await console.post("/team/invitations", { email: "eve@trellis.example", role: "owner" })
    ).json();
    const eve = cookiesOf(await post("/join", { token: url.split("#token=")[1], password: NEW_PASSWORD }));
    expect((await end(eve)).statusCode).toBe(404);
    expect(await isSignedIn(other)).toBe(true);
    expect((await end(console.cookie)).statusCode).toBe(200);
    expect([await isSignedIn(other), await isSignedIn(console.cookie)]).toEqual([false, true]);
    expect((await end(console.cookie)).statusCode).toBe(404);
    const before = { browser: "Firefox", system: "Windows" };
    expect((await recorded()).at(-1)).toEqual({ ...line, action: "signed out", before });
  });

  it("can be ended only after a recent password entry", async () => {
    const [session] = await sessionsOf(await signInElsewhere());
    now += ONE_HOUR;
    for (const path of [`/account/sessions/${session?.id}/end`, "/account/sessions/end"]) {
      const answer = await post(path, {}, console.cookie);
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, "proof_required"]);
    }
    await console.post("/account/proof", { password: OWNER.password });
    expect((await post(`/account/sessions/${session?.id}/end`, {}, console.cookie)).statusCode).toBe(200);
  });

  it("can all be ended together, including the current one", async () => {
    const other = await signInElsewhere();
    const answer = await post("/account/sessions/end", {}, console.cookie);
    expect([answer.statusCode, answer.json()]).toEqual([200, { account: null }]);
    expect([await isSignedIn(other), await isSignedIn(console.cookie)]).toEqual([false, false]);
    expect(answer.cookies).toMatchObject([
      { name: "marquee_console", value: "" },
      { name: "marquee_staff", value: "" },
    ]);
    expect(await recorded()).toEqual([{ ...line, action: "signed out everywhere" }]);
  });

  it("leave the last sign-in time visible after they end", async () => {
    now += ONE_HOUR;
    const other = await signInElsewhere();
    await post("/sign-out", {}, other);
    const { members: people } = (await console.get("/team")).json() as TeamResponse;
    expect(people).toMatchObject([{ email: OWNER.email, lastSignedInAt: NOON + ONE_HOUR }]);
  });
});
