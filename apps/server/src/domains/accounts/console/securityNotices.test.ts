import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { changes } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { OWNER, startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { type MailServer, startMailServer } from "../../../testing/startMailServer.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { connections } from "../../connections/tables.ts";
import { accounts } from "../tables.ts";

const OTHER = "zoe@trellis.example";
let stores: TestStores;
let api: TestConsole;
let mail: MailServer;
let now = Date.UTC(2026, 5, 1, 12);

beforeAll(async () => {
  stores = await borrowTestStores();
});
beforeEach(async () => {
  for (const table of [accounts, changes, connections]) await stores.records.db.delete(table);
  mail = await startMailServer();
  api = await startConsole(stores, { now: () => now });
  await stores.records.db.insert(accounts).values({ email: OTHER, role: "owner", passwordHash: "" });
});
afterEach(async () => {
  await api.app.close();
  await mail.stop();
});
afterAll(() => stores.stop());

async function connect({ settings }: Pick<MailServer, "settings">, revision = 0) {
  const body = { revision, definition: settings, secrets: {} };
  expect((await api.put("/connections/smtp", body)).statusCode).toBe(200);
}

/** Waits for both owners' emails, and returns and clears them. */
async function received({ received: emails }: Pick<MailServer, "received">): Promise<string[]> {
  await expect.poll(() => emails.length, { interval: 5 }).toBe(2);
  const [one, other] = emails.splice(0);
  expect([one?.to, other?.to].flat().sort()).toEqual([OWNER.email, OTHER]);
  return [one, other].map((each) => each?.source ?? "");
}

const noticeTexts = async () =>
  (await api.get("/account/notices")).json().notices.map(({ text }: { text: string }) => text);

it("notifies every owner about owners, keys and the email connection, and nothing else", async () => {
  await connect(mail);
  for (const each of await received(mail)) expect(each).toContain(`${OWNER.email} connected SMTP.`);
  const invite = (email: string, role: string) => api.post("/team/invitations", { email, role });
  await invite("ed@trellis.example", "contributor");
  await invite("ann@trellis.example", "owner");
  for (const each of await received(mail)) expect(each).toContain("invited ann@trellis.example as an owner");
  const { id } = (await api.post("/api-keys", { name: "Dashboard" })).json();
  for (const each of await received(mail)) expect(each).toContain("created the API key");
  await api.post(`/api-keys/${id}/revoke`, {});
  await received(mail);
  const { members } = (await api.get("/team")).json();
  const zoe = members.find(({ email }: { email: string }) => email === OTHER);
  await api.post(`/team/${zoe.id}/role`, { role: "editor" });
  // A former owner is notified too.
  for (const each of await received(mail)) expect(each).toContain(`took ownership from ${OTHER}`);

  // Owners first, so that changes of keys can't hide one.
  expect(await noticeTexts()).toEqual([
    `${OWNER.email} took ownership from ${OTHER}.`,
    `${OWNER.email} invited ann@trellis.example as an owner.`,
    `${OWNER.email} revoked the API key “Dashboard”.`,
    `${OWNER.email} created the API key “Dashboard”.`,
    `${OWNER.email} connected SMTP.`,
  ]);
  await stores.records.db.update(accounts).set({ role: "editor" });
  expect(await noticeTexts()).toEqual([]);
  await stores.records.db.update(accounts).set({ role: "owner" });
  now += 7 * ONE_DAY - ONE_HOUR;
  await api.app.close();
  api = await startConsole(stores, { now: () => now });
  expect(await noticeTexts()).toHaveLength(5);
  now += 2 * ONE_HOUR;
  expect(await noticeTexts()).toEqual([]);
});

it("reports a changed connection over the previous one, so that the new server can't suppress it", async () => {
  await connect(mail);
  await received(mail);
  const thief = await startMailServer();
  await connect(thief, 1);
  for (const each of await received(mail)) expect(each).toContain("changed the SMTP connection");
  expect(thief.received).toEqual([]);
  await api.post("/connections/smtp/disconnect", { revision: 2 });
  for (const each of await received(thief)) expect(each).toContain("disconnected SMTP");
  await thief.stop();
});

it("notifies every owner about new permissions to change things or see people, and about resets of two-factor authentication", async () => {
  await connect(mail);
  await received(mail);
  const ed = "ed@trellis.example";
  const heard = async (text: string) => {
    for (const each of await received(mail)) expect(each).toContain(text);
  };
  const { url } = (
    await api.post("/team/invitations", { email: ed, role: "editor", areas: ["content"] })
  ).json();
  await heard(`invited ${ed} as an editor`);
  const token = new URL(url).hash.replace("#token=", "");
  const payload = { token, password: "quite another long password" };
  const headers = { origin: "http://127.0.0.1:3000" };
  const joined = await api.app.inject({ method: "POST", url: "/console/api/join", headers, payload });
  expect(joined.statusCode).toBe(200);
  await heard(`${ed} joined as an editor`);
  const { members } = (await api.get("/team")).json();
  const { id } = members.find(({ email }: { email: string }) => email === ed);
  const change = async (body: object) =>
    expect((await api.post(`/team/${id}/role`, body)).statusCode).toBe(200);
  await change({ role: "editor", areas: ["content", "privacy"] });
  await heard("access to more areas");
  await change({ role: "editor", areas: ["content"] });
  await change({ role: "viewer", areas: null });
  await change({ role: "contributor" });
  await change({ role: "editor" });
  await heard(`made ${ed} an editor`);
  expect((await api.post(`/team/${id}/reset-two-factor`, {})).statusCode).toBe(200);
  await expect.poll(() => mail.received.length, { interval: 5 }).toBe(3);
  const sent = mail.received.splice(0).map(({ to, source }) => [String(to), source] as const);
  expect(sent.map(([to]) => to).sort()).toEqual([ed, OWNER.email, OTHER].sort());
  for (const [to, source] of sent)
    expect(source).toContain(
      to === ed ? "account's two-factor authentication was reset" : `reset ${ed}'s two-factor`,
    );
});

it("notifies a person of any role about their own password, and nobody else", async () => {
  await connect(mail);
  await received(mail);
  await stores.records.db.update(accounts).set({ role: "viewer" }).where(eq(accounts.email, OWNER.email));
  const body = { currentPassword: OWNER.password, newPassword: "quite another long password" };
  expect((await api.post("/account/password", body)).statusCode).toBe(200);
  await expect.poll(() => mail.received.length, { interval: 5 }).toBe(1);
  expect(mail.received[0]?.to).toEqual([OWNER.email]);
  expect(mail.received[0]?.source).toContain("Your account's password was changed.");
});

it("applies a change even if the email about it can't be sent", async () => {
  await connect(mail);
  await received(mail);
  mail.rejectWith(554);
  expect((await api.post("/api-keys", { name: "Dashboard" })).statusCode).toBe(200);
  await expect.poll(() => new Set(mail.recipients.slice(2)).size, { interval: 5 }).toBe(2);
  expect(await noticeTexts()).toContain(`${OWNER.email} created the API key “Dashboard”.`);
});
