import { ONE_MINUTE } from "@marquee/contract";
import type { TwoFactorResponse } from "@marquee/contract/schema";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changes } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { errorOf } from "../../../testing/errorOf.ts";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "../../../testing/softwareAuthenticator.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { createTestBrowser, type TestBrowser } from "../../../testing/testBrowser.ts";
import { accounts, passkeys } from "../tables.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const ORIGIN = "http://localhost:3000";
const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const EVE = { email: "eve@trellis.example", password: "another long enough password" };
let stores: TestStores;
let console: TestConsole;
let now = NOON;

async function open(options: { publicUrl?: string; requireTwoFactor?: boolean } = {}): Promise<void> {
  await console?.app.close();
  console = await startConsole(stores, { now: () => now, publicUrl: ORIGIN, ...options });
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

const browserOf = (origin = ORIGIN) => createTestBrowser(console.app, { origin });
const isSignedIn = async (browser: TestBrowser) => (await browser.get("/team")).statusCode === 200;
const factorsOf = async (browser: TestBrowser) =>
  (await browser.get("/account/two-factor")).json() as TwoFactorResponse;

async function enterPassword(person = OWNER): Promise<TestBrowser> {
  const browser = browserOf();
  await browser.post("/sign-in", person);
  return browser;
}

async function joinAsEve(): Promise<TestBrowser> {
  const invited = await console.post("/team/invitations", { email: EVE.email, role: "editor" });
  const token = /token=([\w-]+)/.exec((invited.json() as { url: string }).url)?.[1] ?? "";
  const browser = browserOf();
  await browser.post("/join", { token, password: EVE.password });
  return browser;
}

const beginAdding = async (browser: TestBrowser, { password } = OWNER) =>
  (
    await browser.post("/account/passkeys/options", { password })
  ).json() as PublicKeyCredentialCreationOptionsJSON;

async function addPasskey(
  browser: TestBrowser,
  { person = OWNER, name = "Laptop", key = createSoftwareAuthenticator(ORIGIN), claims = {} } = {},
): Promise<SoftwareAuthenticator> {
  const response = key.register(await beginAdding(browser, person), claims);
  const answer = await browser.post("/account/passkeys", { name, response });
  expect(answer.statusCode).toBe(200);
  return key;
}

const begin = async (browser: TestBrowser, path = "/sign-in/passkey") =>
  (await browser.post(`${path}/options`, {})).json() as PublicKeyCredentialRequestOptionsJSON;

/**
 * Signs in with a passkey alone.
 * @param claims values that the authenticator forges.
 */
async function signIn(
  key: SoftwareAuthenticator,
  claims: Parameters<SoftwareAuthenticator["authenticate"]>[1] = {},
): Promise<LightMyRequestResponse> {
  const browser = browserOf();
  const response = key.authenticate(await begin(browser), claims);
  return browser.post("/sign-in/passkey", { response });
}

const REFUSED = [401, "This passkey was not accepted. Try again, or sign in another way."];
const EXPIRED = [401, "The request for your passkey has expired. Try again."];

describe("adding a passkey", () => {
  it("requires the password and a name, and returns recovery codes with the first one", async () => {
    const browser = await enterPassword();
    const wrong = await browser.post("/account/passkeys/options", { password: "a wrong but long password" });
    expect(wrong.statusCode).toBe(403);
    const key = createSoftwareAuthenticator(ORIGIN);
    const options = await beginAdding(browser);
    expect(options).toMatchObject({ rp: { id: "localhost", name: "localhost:3000" } });
    const response = key.register(options);
    expect((await browser.post("/account/passkeys", { name: "", response })).statusCode).toBe(400);
    const answer = await browser.post("/account/passkeys", { name: " Laptop ", response });
    expect((answer.json() as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect((await factorsOf(browser)).passkeys).toMatchObject([
      { name: "Laptop", createdAt: NOON, lastUsedAt: null },
    ]);
    const second = createSoftwareAuthenticator(ORIGIN).register(await beginAdding(browser));
    const more = await browser.post("/account/passkeys", { name: "Phone", response: second });
    expect(more.json()).toEqual({ recoveryCodes: null });
    const log = await stores.records.db.select().from(changes).orderBy(changes.id);
    expect(log).toMatchObject([
      { actor: OWNER.email, key: OWNER.email, action: "passkey added", after: { name: "Laptop" } },
      { action: "passkey added", after: { name: "Phone" } },
    ]);
  });

  it("rejects another origin, another challenge and a response after five minutes", async () => {
    const browser = await enterPassword();
    const key = createSoftwareAuthenticator(ORIGIN);
    const unverified = [400, "The passkey could not be verified. Try again."];
    for (const claims of [{ origin: "https://evil.example" }, { challenge: "AAAA" }]) {
      const response = key.register(await beginAdding(browser), claims);
      expect(errorOf(await browser.post("/account/passkeys", { name: "x", response }))).toEqual(unverified);
    }
    for (const response of [
      { id: "x", response: {} },
      { id: "x", rawId: "x", type: "public-key", response: {} },
    ]) {
      await beginAdding(browser);
      expect(errorOf(await browser.post("/account/passkeys", { name: "x", response }))).toEqual(unverified);
    }
    const late = key.register(await beginAdding(browser));
    now += 5 * ONE_MINUTE;
    const answer = await browser.post("/account/passkeys", { name: "x", response: late });
    expect(errorOf(answer)).toEqual([400, "Adding the passkey took too long. Try again."]);
    expect(await stores.records.db.select().from(passkeys)).toEqual([]);
  });

  it("allows at most twenty, even with concurrent registrations", async () => {
    const browsers = [await enterPassword(), await enterPassword()];
    const { db } = stores.records;
    const [owner] = await db.select().from(accounts);
    const earlier = Array.from({ length: 19 }, (_, index) => ({
      id: `earlier${index}`,
      accountId: owner?.id ?? "",
      name: "Earlier",
      createdAt: new Date(now),
      publicKey: Buffer.from("none"),
      counter: 0,
      transports: [],
    }));
    await db.insert(passkeys).values(earlier);
    const responses: object[] = [];
    for (const browser of browsers)
      responses.push(createSoftwareAuthenticator(ORIGIN).register(await beginAdding(browser)));
    const statuses: number[] = [];
    for (const [index, browser] of browsers.entries()) {
      const body = { name: "Laptop", response: responses[index] };
      statuses.push((await browser.post("/account/passkeys", body)).statusCode);
    }
    expect(statuses).toEqual([200, 409]);
    expect(await db.select().from(passkeys)).toHaveLength(20);
  });

  it("stores only transports that the specification defines", async () => {
    const browser = await enterPassword();
    const key = createSoftwareAuthenticator(ORIGIN);
    for (const transports of [["usb", "usb", { toString: 1 }, "x".repeat(9999)], "usb"]) {
      await stores.records.db.delete(passkeys);
      const response = key.register(await beginAdding(browser));
      const body = { name: "x", response: { ...response, response: { ...response.response, transports } } };
      expect((await browser.post("/account/passkeys", body)).statusCode).toBe(200);
      const [stored] = await stores.records.db.select().from(passkeys);
      expect(stored?.transports).toEqual(Array.isArray(transports) ? ["usb"] : []);
    }
  });

  it("accepts each challenge once, only from the browser and account that requested it", async () => {
    const owner = await enterPassword();
    const eve = await joinAsEve();
    const options = await beginAdding(owner);
    const response = createSoftwareAuthenticator(ORIGIN).register(options);
    const body = { name: "x", response };
    expect((await eve.post("/account/passkeys", body)).statusCode).toBe(400);
    const cookie = owner.cookies.get("marquee_passkey_registration") ?? "";
    eve.cookies.set("marquee_passkey_registration", cookie);
    expect((await eve.post("/account/passkeys", body)).statusCode).toBe(400);
    expect((await owner.post("/account/passkeys", body)).statusCode).toBe(400);
  });

  it("rejects a passkey that is already registered", async () => {
    const browser = await enterPassword();
    const key = await addPasskey(browser);
    const response = key.register(await beginAdding(browser));
    const again = await browser.post("/account/passkeys", { name: "Again", response });
    expect(errorOf(again)).toEqual([409, "This passkey is already registered."]);
  });
});

describe("signing in with a passkey alone", () => {
  it("starts a session, counts as both factors and stores the last use", async () => {
    const key = await addPasskey(await enterPassword());
    now += ONE_MINUTE;
    const answer = await signIn(key);
    expect(answer.json()).toMatchObject({ account: { email: OWNER.email, role: "owner" } });
    const [session] = answer.cookies.filter(({ name }) => name === "marquee_console");
    const browser = browserOf();
    browser.cookies.set("marquee_console", session?.value ?? "");
    expect(await isSignedIn(browser)).toBe(true);
    expect((await factorsOf(browser)).passkeys).toMatchObject([{ lastUsedAt: NOON + ONE_MINUTE }]);
  });

  it("starts with options that do not depend on an account and list no passkeys", async () => {
    const before = await begin(browserOf());
    await addPasskey(await enterPassword());
    const after = await begin(browserOf());
    expect({ ...after, challenge: "" }).toEqual({ ...before, challenge: "" });
    expect(after).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(after.allowCredentials ?? []).toEqual([]);
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["no verification of the person", { isUserVerified: false }],
    ["another person's name", { userHandle: Buffer.from("someone").toString("base64url") }],
    ["a counter that went back", { counter: 1 }],
  ])("is rejected with %s", async (_name, claims) => {
    const key = await addPasskey(await enterPassword());
    expect((await signIn(key)).statusCode).toBe(200);
    expect(errorOf(await signIn(key, claims))).toEqual(REFUSED);
    expect((await signIn(key, { counter: 9 })).statusCode).toBe(200);
  });

  it("accepts a passkey that does not count, but not one that stops counting", async () => {
    const silent = { counter: 0 };
    const key = await addPasskey(await enterPassword(), { claims: silent });
    const browser = browserOf();
    const response = key.authenticate(await begin(browser), silent);
    expect((await browser.post("/sign-in/passkey", { response })).statusCode).toBe(200);
    expect((await signIn(key, silent)).statusCode).toBe(200);
    // Only the single use of the challenge prevents a response from being used twice.
    await begin(browser);
    expect(errorOf(await browser.post("/sign-in/passkey", { response }))).toEqual(REFUSED);
    expect((await signIn(key, { counter: 3 })).statusCode).toBe(200);
    for (const counter of [3, 2, 0])
      expect(errorOf(await signIn(key, { counter })), `${counter}`).toEqual(REFUSED);
    expect((await signIn(key, { counter: 4 })).statusCode).toBe(200);
  });

  it("rejects an unregistered passkey with the same message", async () => {
    const stranger = createSoftwareAuthenticator(ORIGIN);
    expect(errorOf(await signIn(stranger))).toEqual(REFUSED);
    const browser = browserOf();
    await begin(browser);
    const malformed = await browser.post("/sign-in/passkey", { response: { id: "x", response: {} } });
    expect(errorOf(malformed)).toEqual(REFUSED);
  });

  it("accepts each challenge once, within five minutes, only from the browser that requested it", async () => {
    const key = await addPasskey(await enterPassword());
    const browser = browserOf();
    const cookie = async () => {
      const options = await begin(browser);
      return { options, token: browser.cookies.get("marquee_passkey") ?? "" };
    };
    const { options, token } = await cookie();
    const response = key.authenticate(options);
    expect(errorOf(await browserOf().post("/sign-in/passkey", { response }))).toEqual(EXPIRED);
    expect((await browser.post("/sign-in/passkey", { response })).statusCode).toBe(200);
    browser.cookies.set("marquee_passkey", token);
    expect(errorOf(await browser.post("/sign-in/passkey", { response }))).toEqual(EXPIRED);
    const late = key.authenticate(await begin(browser));
    now += 5 * ONE_MINUTE;
    expect(errorOf(await browser.post("/sign-in/passkey", { response: late }))).toEqual(EXPIRED);
  });

  it("limits sign-in starts per network", async () => {
    const browser = browserOf();
    const statuses = [];
    for (let time = 0; time < 61; time += 1) {
      statuses.push((await browser.post("/sign-in/passkey/options", {})).statusCode);
    }
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([200]), 429]);
  });
});

describe("a passkey as the second step", () => {
  it("completes the sign-in of its own account, with or without user verification", async () => {
    const key = await addPasskey(await enterPassword());
    const browser = browserOf();
    const answer = await browser.post("/sign-in", OWNER);
    expect(answer.json()).toMatchObject({ account: null, secondStep: { hasPasskey: true, hasTotp: false } });
    const response = key.authenticate(await begin(browser, "/sign-in/second-passkey"), {
      isUserVerified: false,
    });
    const done = await browser.post("/sign-in/second-passkey", { response });
    expect(done.json()).toMatchObject({ account: { email: OWNER.email, role: "owner" } });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("rejects another account's passkey", async () => {
    const eveKey = await addPasskey(await joinAsEve(), { person: EVE });
    await addPasskey(await enterPassword());
    const browser = await enterPassword();
    const response = eveKey.authenticate(await begin(browser, "/sign-in/second-passkey"));
    expect(errorOf(await browser.post("/sign-in/second-passkey", { response }))).toEqual(REFUSED);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("does not work as a passkey-only sign-in, nor the other way around", async () => {
    const key = await addPasskey(await enterPassword());
    const browser = await enterPassword();
    const second = key.authenticate(await begin(browser, "/sign-in/second-passkey"));
    expect(errorOf(await browser.post("/sign-in/passkey", { response: second }))).toEqual(EXPIRED);
    const alone = key.authenticate(await begin(browser));
    expect(errorOf(await browser.post("/sign-in/second-passkey", { response: alone }))).toEqual(EXPIRED);
  });

  it("requires a correct password first", async () => {
    const browser = browserOf();
    for (const path of ["/sign-in/second-passkey/options", "/sign-in/code"])
      expect((await browser.post(path, { code: "000000" })).statusCode, path).toBe(410);
  });
});

describe("an account's passkeys", () => {
  it("can be renamed and removed only by their own account", async () => {
    const eve = await joinAsEve();
    const owner = await enterPassword();
    const key = await addPasskey(owner);
    const [{ id = "" } = {}] = (await factorsOf(owner)).passkeys;
    const asEve = [
      await eve.post("/account/passkeys/rename", { id, name: "Eve's" }),
      await eve.post("/account/passkeys/remove", { id, password: EVE.password }),
    ];
    expect(asEve.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect((await owner.post("/account/passkeys/rename", { id, name: "Desk" })).statusCode).toBe(200);
    expect((await factorsOf(owner)).passkeys).toMatchObject([{ name: "Desk" }]);
    const wrong = { id, password: "a wrong but long password" };
    expect((await owner.post("/account/passkeys/remove", wrong)).statusCode).toBe(403);
    const other = browserOf();
    await other.post("/sign-in/passkey", { response: key.authenticate(await begin(other)) });
    expect(await isSignedIn(other)).toBe(true);
    const { password } = OWNER;
    expect((await owner.post("/account/passkeys/remove", { id, password })).statusCode).toBe(200);
    expect(await factorsOf(owner)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([true, false]);
    const log = await stores.records.db.select().from(changes).orderBy(changes.id);
    expect(log.slice(-2)).toMatchObject([
      { action: "passkey renamed", before: { name: "Laptop" }, after: { name: "Desk" } },
      { action: "passkey removed", before: { name: "Desk" }, after: null },
    ]);
  });

  it("satisfy required two-factor authentication, and the last one cannot be removed", async () => {
    await open({ requireTwoFactor: true });
    const browser = await enterPassword();
    expect(await isSignedIn(browser)).toBe(false);
    await addPasskey(browser);
    expect(await isSignedIn(browser)).toBe(true);
    await addPasskey(browser, { name: "Phone" });
    const ids = (await factorsOf(browser)).passkeys.map(({ id }) => id);
    const { password } = OWNER;
    const removals = ids.map((id) => browser.post("/account/passkeys/remove", { id, password }));
    expect((await Promise.all(removals)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe("PUBLIC_URL and passkeys", () => {
  it.each([
    [
      "http://127.0.0.1:3000",
      "Passkeys need a domain name, and this server is reached at the IP address 127.0.0.1. Set PUBLIC_URL (or CONSOLE_URL, if the console has a host of its own) to an address with a domain name such as http://localhost:3000.",
    ],
    [
      "https://192.0.2.7",
      "Passkeys need a domain name, and this server is reached at the IP address 192.0.2.7. Set PUBLIC_URL (or CONSOLE_URL, if the console has a host of its own) to an address with a domain name.",
    ],
    [
      "http://www.example.com",
      "Passkeys need HTTPS, and this server is reached over HTTP. Put it behind TLS and set PUBLIC_URL, and CONSOLE_URL if you use it, to https addresses.",
    ],
  ])("%s reports why browsers reject passkeys", async (publicUrl, problem) => {
    await open({ publicUrl });
    const browser = browserOf(publicUrl);
    await browser.post("/sign-in", OWNER);
    const cookie = publicUrl.startsWith("https:") ? "__Host-marquee_console" : "marquee_console";
    expect(browser.cookies.has(cookie)).toBe(true);
    expect((await factorsOf(browser)).passkeyProblem).toBe(problem);
    for (const path of ["/account/passkeys/options", "/sign-in/passkey/options"]) {
      const answer = await browser.post(path, { password: OWNER.password });
      expect(errorOf(answer), path).toEqual([409, problem]);
    }
  });

  it.each(["http://localhost:3000", "https://www.example.com"])("%s allows passkeys", async (publicUrl) => {
    await open({ publicUrl });
    const browser = browserOf(publicUrl);
    await browser.post("/sign-in", OWNER);
    expect((await factorsOf(browser)).passkeyProblem).toBeNull();
  });
});
