import { ONE_MINUTE } from "@marquee/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { limitPasswordWork } from "./passwords.ts";
import { accounts, invitations, knownDevices } from "./tables.ts";

// These tests try hundreds of passwords, many for accounts that do not exist, whose decoy hash is expensive. No password matches it.
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const argon2 = await importOriginal<typeof import("@node-rs/argon2")>();
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  return {
    ...argon2,
    hash: (password: string) => argon2.hash(password, cheap),
    verify: async (hash: string, password: string) =>
      hash.includes("m=8,") && (await argon2.verify(hash, password)),
  };
});

const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const WRONG = { ...OWNER, password: "not the password" };
const ORIGIN = "http://127.0.0.1:3000";
const HOME = "203.0.113.1";
let stores: TestStores;
let console: TestConsole;
let now = Date.UTC(2026, 5, 1, 12);

beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
beforeEach(async () => {
  for (const table of [accounts, changes, invitations]) await stores.records.db.delete(table);
  await console?.app.close();
  console = await startConsole(stores, { now: () => now });
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

interface Sender {
  address?: string;
  cookie?: string;
}

const post = (path: string, payload: object, { address = HOME, cookie = "" }: Sender = {}) =>
  console.app.inject({
    method: "POST",
    url: `/console/api${path}`,
    headers: { origin: ORIGIN, cookie },
    remoteAddress: address,
    payload,
  });
const signIn = (credentials = OWNER, sender: Sender = {}) => post("/sign-in", credentials, sender);
const cookiesOf = (answer: LightMyRequestResponse) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`);
const deviceOf = (answer: LightMyRequestResponse) =>
  cookiesOf(answer).find((cookie) => cookie.startsWith("marquee_device=")) ?? "";
/** The number of attempts before the first 429 response. */
async function checkedBefore429(
  attempt: (index: number) => Promise<LightMyRequestResponse>,
): Promise<number> {
  for (let index = 0; index < 300; index += 1) if ((await attempt(index)).statusCode === 429) return index;
  return Number.POSITIVE_INFINITY;
}
/** An address in a different /64 for each index. */
const elsewhere = (index: number) => `2001:db8:0:${index.toString(16)}::1`;

describe("password guessing", () => {
  it("is limited to ten attempts per account and network, without blocking other networks", async () => {
    expect(await checkedBefore429((index) => signIn(WRONG, { address: `2001:db8::${index + 1}` }))).toBe(10);
    expect((await signIn(OWNER, { address: "2001:db8::ffff" })).statusCode).toBe(429);
    expect((await signIn()).statusCode).toBe(200);
  });

  it("is limited to a hundred attempts per network across all accounts", async () => {
    const guess = (index: number) => signIn({ ...WRONG, email: `person${index}@trellis.example` });
    expect(await checkedBefore429(guess)).toBe(100);
    expect((await signIn(OWNER, { address: "198.51.100.1" })).statusCode).toBe(200);
  });

  it("is limited to 200 attempts per account across networks, except in a known browser", async () => {
    const device = deviceOf(await signIn());
    expect(await checkedBefore429((index) => signIn(WRONG, { address: elsewhere(index) }))).toBe(200);
    expect((await signIn(OWNER, { address: "198.51.100.1" })).statusCode).toBe(429);
    expect((await signIn(OWNER, { address: "198.51.100.1", cookie: device })).statusCode).toBe(200);
  });

  it("stays counted when the attacker signs in to their own account", async () => {
    const { url } = (
      await console.post("/team/invitations", { email: "eve@trellis.example", role: "viewer" })
    ).json();
    const token = url.split("#token=")[1];
    const eve = { email: "eve@trellis.example", password: "another long enough password" };
    expect((await post("/join", { token, password: eve.password })).statusCode).toBe(200);
    const guesses = await checkedBefore429(async (index) => {
      const ownSignIn = await signIn(eve);
      const email = index < 9 ? OWNER.email : `person${index}@trellis.example`;
      return ownSignIn.statusCode === 200 ? signIn({ ...WRONG, email }) : ownSignIn;
    });
    expect(guesses).toBe(100);
  });

  it("is no longer counted for an account and network after the correct password", async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 9; guess += 1) expect((await signIn(WRONG)).statusCode).toBe(401);
      expect((await signIn()).statusCode).toBe(200);
    }
  });
});

describe("a known device", () => {
  it("has its own counter and is known only to its account", async () => {
    const device = deviceOf(await signIn());
    expect(await checkedBefore429(() => signIn(WRONG, { cookie: device }))).toBe(10);
    expect((await signIn()).statusCode).toBe(200);
    const other = { ...WRONG, email: "person@trellis.example" };
    expect(
      await checkedBefore429((index) => signIn(other, { cookie: device, address: elsewhere(index) })),
    ).toBe(200);
  });

  it("is recognized by an httpOnly cookie whose token is stored only as a digest and changes with each sign-in", async () => {
    const first = await signIn();
    const cookie = first.cookies.find(({ name }) => name === "marquee_device");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/", maxAge: 365 * 86_400 });
    const rows = JSON.stringify(await stores.records.db.select().from(knownDevices));
    expect(rows).not.toContain(cookie?.value);
    const second = deviceOf(await signIn(OWNER, { cookie: deviceOf(first) }));
    expect(second).not.toBe(deviceOf(first));
    for (let index = 0; index < 200; index += 1) await signIn(WRONG, { address: elsewhere(index) });
    expect((await signIn(OWNER, { cookie: deviceOf(first) })).statusCode).toBe(429);
    expect((await signIn(OWNER, { cookie: second })).statusCode).toBe(200);
  });

  it("is limited to twenty per account", async () => {
    for (let browser = 0; browser < 25; browser += 1) {
      now += ONE_MINUTE;
      expect((await signIn()).statusCode).toBe(200);
    }
    expect(await stores.records.db.select().from(knownDevices)).toHaveLength(20);
  });
});

describe("links", () => {
  it.each([
    ["/setup", { ...OWNER, token: "guessed" }],
    ["/invitation", { token: "guessed" }],
    ["/join", { token: "guessed", password: OWNER.password }],
  ])("to %s are limited to fifty lookups per network", async (path, body) => {
    const open = (index: number) => post(path, body, { address: `2001:db8::${index + 1}` });
    expect(await checkedBefore429(open)).toBe(50);
    expect((await post(path, body, { address: HOME })).statusCode).toBe(410);
  });
});

describe("many concurrent sign-ins from unknown browsers", () => {
  it("get a Retry-After, do not count as wrong, and do not block known browsers", async () => {
    let finish = () => undefined as unknown;
    const held = new Promise((resolve) => {
      finish = () => resolve(null);
    });
    const deviceCookie = deviceOf(await signIn());
    const busy = Array.from({ length: 34 }, () => limitPasswordWork(() => held));
    for (let attempt = 0; attempt < 15; attempt += 1) {
      const refused = await signIn();
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "5"]);
    }
    expect((await signIn(OWNER, { cookie: deviceCookie })).statusCode).toBe(200);
    const change = { currentPassword: OWNER.password, newPassword: "tidal-gravel-mitten" };
    expect((await console.post("/account/password", change)).statusCode).toBe(200);
    finish();
    await Promise.all(busy);
    expect((await signIn({ ...OWNER, password: change.newPassword })).statusCode).toBe(200);
  });
});
