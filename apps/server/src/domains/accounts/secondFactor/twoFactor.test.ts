import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type {
  ChangesResponse,
  SecondStep,
  TeamResponse,
  TotpEnrollment,
  TwoFactorResponse,
} from "@marquee/contract/schema";
import type { FastifyReply, FastifyRequest } from "fastify";
import { generate } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RecordsUnavailableError } from "../../../platform/errors/recordsError.ts";
import { changes } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { errorOf } from "../../../testing/errorOf.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { createTestBrowser, type TestBrowser } from "../../../testing/testBrowser.ts";
import { findByCredentials } from "../accounts.ts";
import { createSessions } from "../sessions.ts";
import { accounts, signInChallenges, totpSecrets } from "../tables.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const ORIGIN = "http://localhost:3000";
const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const PASSWORD = { password: OWNER.password };
const STEP = 30 * ONE_SECOND;
let stores: TestStores;
let console: TestConsole;
let now = NOON;

async function open(requireTwoFactor = false): Promise<void> {
  await console?.app.close();
  console = await startConsole(stores, { now: () => now, publicUrl: ORIGIN, requireTwoFactor });
}

beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
beforeEach(async () => {
  now = NOON;
  for (const table of [accounts, changes]) await stores.records.db.delete(table);
  await open();
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const browserFrom = (address?: string) =>
  createTestBrowser(console.app, { origin: ORIGIN, ...(address && { address }) });
const codeAt = (secret: string, at = now) => generate({ secret, epoch: Math.floor(at / ONE_SECOND) });
const factorsOf = async (browser: TestBrowser) =>
  (await browser.get("/account/two-factor")).json() as TwoFactorResponse;
const isSignedIn = async (browser: TestBrowser) => (await browser.get("/team")).statusCode === 200;
const recorded = async () =>
  (await stores.records.db.select().from(changes).orderBy(changes.id)).map(({ actor, key, action }) => [
    actor,
    key,
    action,
  ]);

/** A browser that has passed the password step. */
async function enterPassword(address?: string): Promise<TestBrowser> {
  const browser = browserFrom(address);
  await browser.post("/sign-in", OWNER);
  return browser;
}

/** Sets up an authenticator app and advances the clock so that the next code differs. */
async function enroll(browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.post("/account/two-factor/totp", PASSWORD)).json() as TotpEnrollment;
  const answer = await browser.post("/account/two-factor/totp/confirm", { code: await codeAt(secret) });
  expect(answer.statusCode).toBe(200);
  now += STEP;
  const { recoveryCodes } = answer.json() as { recoveryCodes: string[] };
  return { secret, recoveryCodes };
}

const WRONG = [401, "This code is incorrect or already used. Try a new one."] as const;
const EXPIRED = [410, "This sign-in has expired. Enter your password again."] as const;

describe("an authenticator app", () => {
  it("takes effect only after the first code is confirmed", async () => {
    const browser = await enterPassword();
    const enrollment = (await browser.post("/account/two-factor/totp", PASSWORD)).json() as TotpEnrollment;
    expect(enrollment.uri).toContain(`secret=${enrollment.secret}`);
    expect(enrollment.uri).toContain("issuer=localhost%3A3000");
    expect(await isSignedIn(await enterPassword())).toBe(true);
    const wrong = await browser.post("/account/two-factor/totp/confirm", { code: "000000" });
    expect(wrong.statusCode).toBe(400);
    expect(await factorsOf(browser)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    const code = await codeAt(enrollment.secret);
    const right = await browser.post("/account/two-factor/totp/confirm", { code });
    const { recoveryCodes } = right.json() as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    // 120 bits each.
    for (const each of recoveryCodes)
      expect(each).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}$/);
    expect(await factorsOf(browser)).toMatchObject({ totpSince: NOON, recoveryCodesLeft: 10 });
    expect((await browser.post("/account/two-factor/totp", PASSWORD)).statusCode).toBe(409);
    expect(await recorded()).toEqual([[OWNER.email, OWNER.email, "authenticator app added"]]);
  });

  it("requires the password for setup and removal", async () => {
    const browser = await enterPassword();
    const wrong = { password: "a wrong but long password" };
    expect((await browser.post("/account/two-factor/totp", wrong)).statusCode).toBe(403);
    await enroll(browser);
    for (const path of ["/account/two-factor/totp/remove", "/account/two-factor/recovery-codes"]) {
      expect((await browser.post(path, wrong)).statusCode, path).toBe(403);
      expect((await browser.post(path, {})).statusCode, path).toBe(400);
    }
    expect(await factorsOf(browser)).toMatchObject({ totpSince: NOON, recoveryCodesLeft: 10 });
  });

  it("keeps its secret and recovery codes out of the store and the log in plain text", async () => {
    const { secret, recoveryCodes } = await enroll(await enterPassword());
    const { rows } = (await stores.records.db.execute(
      "select (select json_agg(t) from totp_secrets t) a, (select json_agg(r) from recovery_codes r) b, (select json_agg(c) from changes c) c",
    )) as unknown as { rows: unknown[] };
    const stored = JSON.stringify(rows);
    expect(stored).toContain("authenticator app added");
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))]) {
      expect(stored).not.toContain(text);
    }
  });

  it("does not decrypt another account's secret", async () => {
    const { secret } = await enroll(await enterPassword());
    const { db } = stores.records;
    const [other] = await db
      .insert(accounts)
      .values({ email: "eve@trellis.example", passwordHash: "none", role: "viewer" })
      .returning();
    await db.update(totpSecrets).set({ accountId: other?.id ?? "" });
    const { takeTotpCode } = await import("./totp.ts");
    const code = await codeAt(secret);
    await expect(takeTotpCode(db, other?.id ?? "", { code, at: now })).rejects.toThrow();
  });

  it("ends the other sessions and the recovery codes when it is removed", async () => {
    const browser = await enterPassword();
    const { secret } = await enroll(browser);
    const other = await enterPassword();
    await other.post("/sign-in/code", { code: await codeAt(secret) });
    expect(await isSignedIn(other)).toBe(true);
    expect((await browser.post("/account/two-factor/totp/remove", PASSWORD)).statusCode).toBe(200);
    expect(await factorsOf(browser)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    expect(await isSignedIn(await enterPassword())).toBe(true);
    expect((await recorded()).at(-1)?.[2]).toBe("authenticator app removed");
  });
});

describe("the second step of a sign-in", () => {
  it("comes before the session and is announced only after the right password", async () => {
    const { secret } = await enroll(await enterPassword());
    const browser = browserFrom();
    const wrong = await browser.post("/sign-in", { ...OWNER, password: "a wrong but long password" });
    expect(errorOf(wrong)).toEqual([401, "Incorrect email or password."]);
    const right = await browser.post("/sign-in", OWNER);
    const secondStep: SecondStep = { hasTotp: true, hasPasskey: false, hasRecoveryCodes: true };
    expect(right.json()).toEqual({ account: null, secondStep });
    expect([...browser.cookies.keys()]).toEqual(["marquee_second_step"]);
    const done = await browser.post("/sign-in/code", { code: await codeAt(secret) });
    expect(done.json()).toMatchObject({ account: { email: OWNER.email, role: "owner" } });
    expect(await isSignedIn(browser)).toBe(true);
    expect(browser.cookies.has("marquee_second_step")).toBe(false);
  });

  it("grants no access until completed", async () => {
    await enroll(await enterPassword());
    const browser = await enterPassword();
    expect((await browser.get("/session")).json()).toEqual({ account: null });
    for (const path of ["/team", "/account/two-factor", "/account/sessions", "/leads"])
      expect((await browser.get(path)).statusCode, path).toBe(401);
    for (const path of ["/account/two-factor/totp/remove", "/account/passkeys/options"])
      expect((await browser.post(path, PASSWORD)).statusCode, path).toBe(401);
    const cookie = `marquee_console=${browser.cookies.get("marquee_second_step")}`;
    const asSession = await console.app.inject({ url: "/console/api/team", headers: { cookie } });
    expect(asSession.statusCode).toBe(401);
  });

  it("hides its cookie from scripts and other sites", async () => {
    await enroll(await enterPassword());
    const answer = await browserFrom().post("/sign-in", OWNER);
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/", maxAge: 300 });
    expect(JSON.stringify(await stores.records.db.select().from(signInChallenges))).not.toContain(
      cookie?.value,
    );
  });

  it("expires after five minutes", async () => {
    const { secret } = await enroll(await enterPassword());
    const browser = await enterPassword();
    now += 5 * ONE_MINUTE;
    expect(errorOf(await browser.post("/sign-in/code", { code: await codeAt(secret) }))).toEqual(EXPIRED);
    await enterPassword();
    expect(await stores.records.db.select().from(signInChallenges)).toHaveLength(1);
  });

  it("ends when the password changes", async () => {
    const owner = await enterPassword();
    const { secret } = await enroll(owner);
    const browser = await enterPassword();
    const change = { currentPassword: OWNER.password, newPassword: "tidal-gravel-mitten" };
    expect((await owner.post("/account/password", change)).statusCode).toBe(200);
    expect(errorOf(await browser.post("/sign-in/code", { code: await codeAt(secret) }))).toEqual(EXPIRED);
  });

  it("can be completed once, even by two requests at the same time", async () => {
    const { secret, recoveryCodes } = await enroll(await enterPassword());
    const browser = await enterPassword();
    const before = new Map(browser.cookies);
    const codes = [await codeAt(secret), recoveryCodes[0] ?? ""];
    const both = await Promise.all(codes.map((code) => browser.post("/sign-in/code", { code })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    browser.cookies.set("marquee_second_step", before.get("marquee_second_step") ?? "");
    expect(errorOf(await browser.post("/sign-in/code", { code: recoveryCodes[1] ?? "" }))).toEqual(EXPIRED);
  });

  it("accepts a code once and rejects older codes", async () => {
    const { secret } = await enroll(await enterPassword());
    now += 2 * STEP;
    const [last, before] = [await codeAt(secret), await codeAt(secret, now - STEP)];
    const first = await enterPassword();
    expect((await first.post("/sign-in/code", { code: last })).statusCode).toBe(200);
    const second = await enterPassword();
    expect(errorOf(await second.post("/sign-in/code", { code: last }))).toEqual(WRONG);
    expect(errorOf(await second.post("/sign-in/code", { code: before }))).toEqual(WRONG);
  });

  it("allows clocks to be off by one step at most", async () => {
    const { secret } = await enroll(await enterPassword());
    now += 10 * STEP;
    const browser = await enterPassword();
    for (const steps of [-2, 2]) {
      const code = await codeAt(secret, now + steps * STEP);
      expect(errorOf(await browser.post("/sign-in/code", { code })), `${steps}`).toEqual(WRONG);
    }
    for (const steps of [-1, 1]) {
      const code = await codeAt(secret, now + steps * STEP);
      const answer = await (await enterPassword()).post("/sign-in/code", { code });
      expect(answer.statusCode, `${steps}`).toBe(200);
    }
  });

  it("rejects codes after the server's clock was set back", async () => {
    const { secret } = await enroll(await enterPassword());
    now -= 60 * ONE_MINUTE;
    const browser = await enterPassword();
    expect(errorOf(await browser.post("/sign-in/code", { code: await codeAt(secret) }))).toEqual(WRONG);
  });

  it("accepts each recovery code once, regardless of case and spacing", async () => {
    const { recoveryCodes } = await enroll(await enterPassword());
    const [code = ""] = recoveryCodes;
    const browser = await enterPassword();
    const typed = ` ${code.toUpperCase().replaceAll("-", " ").replaceAll("0", "O")} `;
    expect((await browser.post("/sign-in/code", { code: typed })).statusCode).toBe(200);
    expect(await factorsOf(browser)).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await recorded()).at(-1)).toEqual([OWNER.email, OWNER.email, "recovery code used"]);
    const again = await enterPassword();
    expect(errorOf(await again.post("/sign-in/code", { code }))).toEqual(WRONG);
  });

  it("rejects replaced recovery codes", async () => {
    const browser = await enterPassword();
    const { recoveryCodes } = await enroll(browser);
    const answer = await browser.post("/account/two-factor/recovery-codes", PASSWORD);
    const replaced = (answer.json() as { recoveryCodes: string[] }).recoveryCodes;
    const next = await enterPassword();
    const codes = [recoveryCodes[0] ?? "", replaced[0] ?? ""];
    expect((await next.post("/sign-in/code", { code: codes[0] })).statusCode).toBe(401);
    expect((await next.post("/sign-in/code", { code: codes[1] })).statusCode).toBe(200);
  });

  it("counts wrong codes by account and network across sign-ins", async () => {
    const { secret } = await enroll(await enterPassword());
    for (let time = 0; time < 10; time += 1) {
      const browser = await enterPassword("198.51.100.7");
      expect((await browser.post("/sign-in/code", { code: "000000" })).statusCode).toBe(401);
    }
    const code = await codeAt(secret);
    const blocked = await (await enterPassword("198.51.100.7")).post("/sign-in/code", { code });
    expect([blocked.statusCode, blocked.headers["retry-after"]]).toEqual([429, "900"]);
    expect((await (await enterPassword()).post("/sign-in/code", { code })).statusCode).toBe(200);
  });

  it("does not count codes that were not checked because the store failed", async () => {
    const browser = await enterPassword();
    const { secret } = await enroll(browser);
    const next = await enterPassword();
    const store = vi.spyOn(stores.records.db, "transaction").mockRejectedValue(new RecordsUnavailableError());
    const statuses = new Set<number>();
    for (let time = 0; time < 11; time += 1) {
      statuses.add((await next.post("/sign-in/code", { code: "000000" })).statusCode);
      statuses.add((await browser.post("/account/two-factor/totp/confirm", { code: "000000" })).statusCode);
    }
    store.mockRestore();
    expect([...statuses]).toEqual([503]);
    expect((await browser.post("/account/two-factor/totp/confirm", { code: "000000" })).statusCode).not.toBe(
      429,
    );
    expect((await next.post("/sign-in/code", { code: await codeAt(secret) })).statusCode).toBe(200);
  });

  it("limits wrong codes from many networks, except in a browser that signed in before", async () => {
    const trustedBrowser = await enterPassword();
    const { secret } = await enroll(trustedBrowser);
    const statuses = new Set<number>();
    for (let time = 0; time < 51; time += 1) {
      const browser = await enterPassword(`198.51.100.${time}`);
      statuses.add((await browser.post("/sign-in/code", { code: "000000" })).statusCode);
    }
    expect([...statuses]).toEqual([401, 429]);
    const code = await codeAt(secret);
    expect((await (await enterPassword()).post("/sign-in/code", { code })).statusCode).toBe(429);
    await trustedBrowser.post("/sign-out", {});
    await trustedBrowser.post("/sign-in", OWNER);
    for (let time = 0; time < 10; time += 1) {
      expect((await trustedBrowser.post("/sign-in/code", { code: "000000" })).statusCode).toBe(401);
    }
    expect((await trustedBrowser.post("/sign-in/code", { code })).statusCode).toBe(429);
    now += 15 * ONE_MINUTE;
    await trustedBrowser.post("/sign-in", OWNER);
    expect((await trustedBrowser.post("/sign-in/code", { code: await codeAt(secret) })).statusCode).toBe(200);
  });
});

describe("a server that requires two-factor authentication", () => {
  it("allows only enrollment until it is set up", async () => {
    await open(true);
    const browser = browserFrom();
    const answer = await browser.post("/sign-in", OWNER);
    const account = { email: OWNER.email, role: "owner", areas: null };
    expect(answer.json()).toMatchObject({ account, mustSetUpTwoFactor: true });
    expect((await browser.get("/session")).json()).toMatchObject({ account, mustSetUpTwoFactor: true });
    const refusal = "This server requires two-factor authentication. Set it up in the console first.";
    for (const path of ["/team", "/leads", "/account/sessions", "/live/stream", "/changes"]) {
      const refused = await browser.get(path);
      expect(errorOf(refused), path).toEqual([403, refusal]);
      expect(refused.json()).toMatchObject({ error: { code: "two_factor_required" } });
    }
    expect(errorOf(await browser.post("/team/invitations", {}))).toEqual([403, refusal]);
    await enroll(browser);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await browser.get("/session")).json()).toEqual({
      account,
      site: { id: "localhost:3000", timeZone: "UTC", weekStart: 1, ownHosts: [] },
    });
  });

  it("ends other sessions when the first factor is set up", async () => {
    await open(true);
    const thief = await enterPassword("198.51.100.7");
    const browser = await enterPassword();
    await enroll(browser);
    expect([await isSignedIn(thief), await isSignedIn(browser)]).toEqual([false, true]);
  });

  it("does not start a session if the password was checked before setup", async () => {
    const { db } = stores.records;
    const checked = await findByCredentials(db, OWNER);
    if (!checked) throw new Error("The password was refused.");
    await enroll(await enterPassword());
    const sessions = createSessions({ db, now: () => now, isSecure: false });
    const request = { cookies: {}, headers: {}, ip: "192.0.2.1" } as FastifyRequest;
    const start = sessions.start(checked, request, {} as FastifyReply);
    await expect(start).rejects.toThrow("Two-factor authentication was just turned on. Sign in again.");
  });

  it("denies archived pages until it is set up", async () => {
    await open(true);
    const browser = await enterPassword();
    const cookie = `marquee_console=${browser.cookies.get("marquee_console")}`;
    const readPage = () => console.app.inject({ url: "/console/archive/pages/none", headers: { cookie } });
    expect((await readPage()).statusCode).toBe(401);
    await enroll(browser);
    expect((await readPage()).statusCode).toBe(404);
  });

  it("does not remove the last factor", async () => {
    await open(true);
    const browser = await enterPassword();
    await enroll(browser);
    expect(errorOf(await browser.post("/account/two-factor/totp/remove", PASSWORD))).toEqual([
      409,
      "This server requires two-factor authentication. Add another method before you remove this one.",
    ]);
    expect(await factorsOf(browser)).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 });
  });
});

describe("owners", () => {
  const EVE = { email: "eve@trellis.example", password: "another long enough password" };

  async function joinAsEve(): Promise<TestBrowser> {
    const invited = await console.post("/team/invitations", { email: EVE.email, role: "editor" });
    const { url } = invited.json() as { url: string };
    const token = /token=([\w-]+)/.exec(url)?.[1] ?? "";
    const browser = browserFrom();
    await browser.post("/join", { token, password: EVE.password });
    return browser;
  }

  it("see who uses two-factor authentication; others do not", async () => {
    const eve = await joinAsEve();
    const owner = await enterPassword();
    await enroll(owner);
    const seenBy = async (browser: Pick<TestBrowser, "get">) =>
      ((await browser.get("/team")).json() as TeamResponse).members.map(({ email, hasTwoFactor }) => [
        email,
        hasTwoFactor,
      ]);
    expect(await seenBy(owner)).toEqual([
      [EVE.email, false],
      [OWNER.email, true],
    ]);
    expect((await seenBy(eve)).map(([, hasTwoFactor]) => hasTwoFactor)).toEqual([null, null]);
    const actionsSeenBy = async (browser: Pick<TestBrowser, "get">) =>
      ((await browser.get("/changes?entity=account")).json() as ChangesResponse).changes.map(
        ({ action }) => action,
      );
    expect(await actionsSeenBy(owner)).toEqual(["authenticator app added", "joined", "invited"]);
    expect(await actionsSeenBy(eve)).toEqual(["joined", "invited"]);
  });

  it("reset it for someone else, which ends that person's sessions", async () => {
    const eve = await joinAsEve();
    const { secret } = (await eve.post("/account/two-factor/totp", { password: EVE.password })).json() as {
      secret: string;
    };
    await eve.post("/account/two-factor/totp/confirm", { code: await codeAt(secret) });
    const { members: people } = (await console.get("/team")).json() as TeamResponse;
    const idOf = (email: string) => people.find((person) => person.email === email)?.id;
    const reset = (email: string) => `/team/${idOf(email)}/reset-two-factor`;
    expect((await eve.post(reset(OWNER.email), {})).statusCode).toBe(403);
    expect((await console.post(reset(OWNER.email), {})).statusCode).toBe(400);
    expect((await console.post("/team/no-such-id/reset-two-factor", {})).statusCode).toBe(404);
    expect((await console.post(reset(EVE.email), {})).statusCode).toBe(200);
    expect(await isSignedIn(eve)).toBe(false);
    expect((await browserFrom().post("/sign-in", EVE)).json()).toMatchObject({
      account: { email: EVE.email },
    });
    expect((await recorded()).at(-1)).toEqual([OWNER.email, EVE.email, "two-factor reset"]);
  });
});
