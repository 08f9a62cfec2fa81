import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { errorOf } from "../../testing/errorOf.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import { type MailServer, startMailServer } from "../../testing/startMailServer.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { connections } from "../connections/tables.ts";
import { accounts, passwordResets, totpSecrets } from "./tables.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const NEW_PASSWORD = "tidal-gravel-mitten";
const ORIGIN = "http://127.0.0.1:3000";
let stores: TestStores;
let console: TestConsole;
let mail: MailServer;
let now = NOON;

beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
beforeEach(async () => {
  now = NOON;
  for (const table of [accounts, changes, connections]) await stores.records.db.delete(table);
  mail = await startMailServer();
  console = await startConsole(stores, { now: () => now });
});
afterEach(async () => {
  await console.app.close();
  await mail.stop();
});
afterAll(() => stores.stop());

const post = (path: string, payload: object, remoteAddress = "203.0.113.1") =>
  console.app.inject({
    method: "POST",
    url: `/console/api${path}`,
    headers: { origin: ORIGIN },
    remoteAddress,
    payload,
  });
/**
 * Connects email a day earlier, because a newer connection does not send links. Owners get an email about it.
 */
const connect = async () => {
  now -= ONE_DAY;
  const answer = await connectNow();
  now += ONE_DAY;
  await expect.poll(() => mail.received.length, { interval: 5 }).toBe(1);
  mail.received.length = 0;
  return answer;
};
const connectNow = () =>
  console.put("/connections/smtp", { revision: 0, definition: mail.settings, secrets: {} });
const ask = (email: string = OWNER.email, address?: string) => post("/password-reset", { email }, address);
const finish = (token: string, password = NEW_PASSWORD) =>
  post("/password-reset/finish", { token, password });
const links = () => stores.records.db.select().from(passwordResets);
const isAvailable = async () =>
  (await console.app.inject({ url: "/console/api/password-reset" })).json().isAvailable;
const signIn = async (password: string) =>
  (await post("/sign-in", { email: OWNER.email, password })).statusCode;

/** Requests a link and reads its token from the email. */
async function receiveToken(): Promise<string> {
  const before = mail.received.length;
  expect((await ask()).statusCode).toBe(200);
  await expect.poll(() => mail.received.length, { interval: 5 }).toBe(before + 1);
  const { to, source } = mail.received.at(-1) ?? { to: [], source: "" };
  expect(to).toEqual([OWNER.email]);
  return /\/console\/reset-password#token=([\w-]{43})/.exec(source)?.[1] ?? "";
}

it("is offered only once email is connected", async () => {
  expect(await isAvailable()).toBe(false);
  expect(errorOf(await ask())).toEqual([
    409,
    "This server can't send email. Ask the person who runs it to reset your password.",
  ]);
  expect((await connect()).statusCode).toBe(200);
  expect(await isAvailable()).toBe(true);
});

it("is not offered for a day after email was connected or changed, so that nobody can connect it to receive a link", async () => {
  await connectNow();
  now += 23 * ONE_HOUR;
  expect(await isAvailable()).toBe(false);
  const [status, message] = errorOf(await ask());
  expect([status, message]).toEqual([409, expect.stringContaining("less than 24 hours ago")]);
  expect(await links()).toEqual([]);
  now += ONE_HOUR;
  expect(await isAvailable()).toBe(true);
});

it("changes the password once, ends all sessions, and is in the change history", async () => {
  await connect();
  const token = await receiveToken();
  const other = await receiveToken();
  expect(JSON.stringify(await links())).not.toContain(token);
  expect((await console.get("/team")).statusCode).toBe(200);
  expect(errorOf(await finish(token, "password1234"))[0]).toBe(400);
  expect(await signIn(OWNER.password)).toBe(200);

  const [first, second] = await Promise.all([finish(token), finish(token)]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 410]);
  expect((await console.get("/team")).statusCode).toBe(401);
  expect([await signIn(OWNER.password), await signIn(NEW_PASSWORD)]).toEqual([401, 200]);
  expect((await finish(other)).statusCode).toBe(410);
  expect(await links()).toEqual([]);
  const rows = await stores.records.db.select().from(changes);
  expect(rows.filter(({ entity }) => entity === "account")).toMatchObject([
    { actor: "password reset by email", key: OWNER.email, action: "password changed", after: null },
  ]);
});

it("leaves the second factor on, so that a stolen mailbox does not sign in", async () => {
  await connect();
  const [account] = await stores.records.db.select().from(accounts);
  const at = new Date(now);
  await stores.records.db
    .insert(totpSecrets)
    .values({ accountId: account?.id ?? "", secret: "sealed", createdAt: at, confirmedAt: at });
  const finished = await finish(await receiveToken());
  expect([finished.statusCode, finished.cookies]).toEqual([200, []]);
  const signedIn = await post("/sign-in", { email: OWNER.email, password: NEW_PASSWORD });
  expect(signedIn.json()).toMatchObject({ account: null, secondStep: { hasTotp: true } });
});

it("gives a link that works for 30 minutes", async () => {
  await connect();
  const token = await receiveToken();
  now += 30 * ONE_MINUTE;
  expect(errorOf(await finish(token))).toEqual([
    410,
    "This link was already used or is older than 30 minutes. Request a new one.",
  ]);
  expect((await finish("x")).statusCode).toBe(410);
});

it("answers the same for an address without an account, and sends nothing there", async () => {
  await connect();
  const registered = await ask(` ${OWNER.email.toUpperCase()} `);
  const unknown = await ask("stranger@trellis.example");
  expect([unknown.statusCode, unknown.body]).toEqual([registered.statusCode, registered.body]);
  await expect.poll(() => mail.received.length, { interval: 5 }).toBe(1);
  // Requests are handled in order, so this is the last email.
  await receiveToken();
  expect(mail.received.map(({ to }) => to)).toEqual([[OWNER.email], [OWNER.email]]);
});

it("sends at most three links to one account at a time, and limits requests by network", async () => {
  await connect();
  for (let count = 0; count < 20; count += 1) expect((await ask()).statusCode).toBe(200);
  const limited = await ask();
  expect([limited.statusCode, Number(limited.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await ask(OWNER.email, "198.51.100.1")).statusCode).toBe(200);
  await expect.poll(() => mail.received.length, { interval: 5 }).toBe(3);
  const sent = (await links()).map(({ id }) => id);
  expect(sent).toHaveLength(3);
  now += 30 * ONE_MINUTE;
  expect((await ask(OWNER.email, "198.51.100.2")).statusCode).toBe(200);
  // Requests are answered before their emails are sent, so an earlier request may create another link.
  const isOpen = async () => (await links()).map(({ id }) => sent.includes(id));
  await expect.poll(isOpen, { interval: 5 }).toContain(false);
  expect(await isOpen()).not.toContain(true);
});

it("stops working when the password is changed by other means", async () => {
  await connect();
  const token = await receiveToken();
  const change = { currentPassword: OWNER.password, newPassword: NEW_PASSWORD };
  expect((await console.post("/account/password", change)).statusCode).toBe(200);
  expect((await finish(token, "another-tidal-gravel")).statusCode).toBe(410);
});

it("shows a failed link at the connection, and does not count it", async () => {
  await connect();
  mail.rejectWith(550);
  for (let count = 0; count < 4; count += 1) await ask();
  const state = async () =>
    (await console.connections.describe()).find(({ kind }) => kind === "smtp")?.error ?? "";
  await expect.poll(() => mail.recipients.length, { interval: 5 }).toBe(4);
  await expect.poll(links, { interval: 5 }).toEqual([]);
  expect(await state()).toContain("Not here");
  mail.rejectWith(null);
  await receiveToken();
});
