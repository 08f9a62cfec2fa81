import { randomUUID } from "node:crypto";
import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  formatConsentCookie,
  visitorIdOf,
} from "@marquee/contract";
import type { PersonResponse } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSession } from "../../../testing/addSession.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { startTestApp, type TestApp } from "../../../testing/startTestApp.ts";
import { countRows, drained } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { leads } from "../../leads/tables.ts";
import { identities } from "../tables.ts";

const ORIGIN = "http://127.0.0.1:3000";
const GROUPS = [CONSENT_GROUPS.necessary, CONSENT_GROUPS.analytics];
const dataDir = createTemporaryDir();
let running: TestApp;
let cookie: string;
beforeAll(async () => {
  running = await startTestApp({ dataDir, stores: await borrowTestStores() });
  const owner = { email: "owner@trellis.example", role: "owner" as const };
  ({ cookie } = await addSession(running.stores.records.db, owner));
}, 120_000);
afterAll(async () => {
  await running.stop();
  removeDir(dataDir);
});

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(running.url + path, {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return answer;
};

/** A browser whose visitor consents, with its ID and cookies. */
async function consent() {
  const proof = randomUUID();
  const decision = { groups: GROUPS, decidedAt: Date.now(), textVersion: CONSENT_TEXT_VERSION };
  const receiptId = randomUUID();
  const anonymousId = visitorIdOf(proof);
  await post("/consent", { ...decision, receiptId, anonymousId, proof });
  const cookies = [
    `${CONSENT_COOKIE}=${formatConsentCookie({ ...decision, receiptId })}`,
    `ajs_anonymous_id=${anonymousId}`,
    `marquee_visitor=${proof}`,
  ];
  return { anonymousId, cookies: cookies.join("; ") };
}

async function sendEvents(...events: Record<string, unknown>[]): Promise<void> {
  const at = new Date().toISOString();
  const batch = events.map((event) => ({ messageId: randomUUID(), timestamp: at, ...event }));
  await post("/v1/b", { writeKey: "local", sentAt: at, batch });
  await drained(running.stores);
}

const views = (anonymousId: string, count: number, overrides: object = {}) =>
  Array.from({ length: count }, () => ({
    type: "page",
    anonymousId,
    properties: { path: "/pricing" },
    ...overrides,
  }));

/** @returns the lead's ID. */
async function sendForm(email: string, cookies: string): Promise<string> {
  const form = {
    formId: 1006,
    locale: "en",
    path: "/contact-sales",
    location: "page",
    companySize: "51-200",
  };
  const submissionId = randomUUID();
  await post("/leads", { ...form, message: "Forty teams.", email, submissionId }, { cookie: cookies });
  const [lead] = await running.stores.records.db
    .select({ id: leads.id })
    .from(leads)
    .where(eq(leads.submissionId, submissionId));
  return lead?.id ?? "";
}

async function lookUp(id: string, overrides: Record<string, string> = {}): Promise<PersonResponse> {
  const query = new URLSearchParams({ id, ...overrides });
  const answer = await fetch(`${running.url}/console/api/privacy-requests/person?${query}`, {
    headers: { cookie },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as PersonResponse;
}

const exportOf = async (id: string, overrides: object = {}) =>
  (await post("/console/api/privacy-requests/export", { id, ...overrides }, { cookie })).json() as Promise<{
    events: { anonymous_id: string }[];
    leads: { email: string }[];
    monitoring: unknown[];
  }>;

const remove = (id: string, overrides: object = {}) =>
  post(
    "/console/api/privacy-requests/deletion",
    { id, confirmation: id, withLeads: true, ...overrides },
    { cookie },
  );

/** Takes 1% of the time of a lookup. */
const countEvents = (where: string) => countRows(running.stores.eventStore, "events", where);

async function identityValues(): Promise<string[]> {
  return (await running.stores.records.db.select().from(identities)).map(({ value }) => value);
}

// Concurrent, so that they share the rounds of deletions and reading of identities. The context's `expect` assigns assertions to their test.
describe.concurrent("a visitor who consents, reads 14 pages and sends a form", () => {
  it("is found, exported and deleted completely by the browser's anonymous ID, the email address and the lead's ID", async ({
    expect,
  }) => {
    const visitors = await Promise.all(
      [0, 1, 2].map(async (by) => {
        const { anonymousId, cookies } = await consent();
        const email = `ada-${randomUUID()}@trellis.example`;
        const lead = await sendForm(email, cookies);
        return { anonymousId, email, lead, id: [anonymousId, email, lead][by] ?? "" };
      }),
    );
    await sendEvents(...visitors.flatMap(({ anonymousId }) => views(anonymousId, 14)));
    // Identifies its person by email address only.
    const lines = visitors.map(({ email, lead }) => ({
      ...recordedRows.monitoring(`line ${lead}`, "", `session ${lead}`),
      raw: JSON.stringify({ usr: { email } }),
    }));
    await running.stores.eventStore.insert("monitoring_events", lines, randomUUID());

    for (const { anonymousId, email, lead, id } of visitors) {
      expect(await lookUp(id)).toMatchObject({
        events: 14,
        leads: 1,
        receipts: 1,
        monitoring: 1,
        sharedByCount: 0,
        hasTooManyNames: false,
        names: {
          browsers: [{ id: anonymousId, people: 1 }],
          userIds: [],
          emails: [email],
          hiddenEmails: 0,
          leadIds: [lead],
        },
      });
      const document = await exportOf(id);
      expect(document.events.map(({ anonymous_id }) => anonymous_id)).toEqual(Array(14).fill(anonymousId));
      expect(document.leads).toMatchObject([{ email }]);
      expect(document.monitoring).toHaveLength(1);
    }

    for (const { id } of visitors) await remove(id);
    for (const { anonymousId, email, lead } of visitors) {
      await expect.poll(identityValues).not.toContain(anonymousId);
      await expect.poll(() => countEvents(`anonymous_id = '${anonymousId}'`)).toBe(0);
      expect(await lookUp(email)).toMatchObject({ events: 0, leads: 0, monitoring: 0 });
      const hash = running.stores.identities.hashEmail(email);
      for (const value of [lead, hash]) expect(await identityValues()).not.toContain(value);
    }
  });

  it("keeps the lead, and can be found by it, if only the other data is deleted", async ({ expect }) => {
    const { anonymousId, cookies } = await consent();
    const email = `kept-${randomUUID()}@trellis.example`;
    await sendEvents(...views(anonymousId, 2));
    const lead = await sendForm(email, cookies);
    await remove(anonymousId, { withLeads: false });
    await expect.poll(identityValues).not.toContain(anonymousId);
    expect(await lookUp(lead)).toMatchObject({
      events: 0,
      leads: 1,
      names: { browsers: [], emails: [email] },
    });
  });

  it("leaves only the lead after withdrawing consent", async ({ expect }) => {
    const proof = randomUUID();
    const anonymousId = visitorIdOf(proof);
    const decision = { decidedAt: Date.now(), textVersion: CONSENT_TEXT_VERSION, anonymousId, proof };
    await post("/consent", { ...decision, groups: GROUPS, receiptId: randomUUID() });
    const decided = {
      decidedAt: Date.now(),
      textVersion: CONSENT_TEXT_VERSION,
      groups: GROUPS,
      receiptId: randomUUID(),
    };
    const email = `gone-${randomUUID()}@trellis.example`;
    const consentCookie = `${CONSENT_COOKIE}=${formatConsentCookie(decided)}`;
    const lead = await sendForm(
      email,
      `${consentCookie}; ajs_anonymous_id=${anonymousId}; marquee_visitor=${proof}`,
    );
    await sendEvents(...views(anonymousId, 2), { type: "identify", anonymousId, userId: `user of ${lead}` });
    await sendEvents({ type: "identify", anonymousId, userId: `user of ${lead}`, traits: { email } });
    expect((await lookUp(email)).names.userIds).toEqual([`user of ${lead}`]);

    await post("/consent", { ...decision, groups: ["C0001"], receiptId: randomUUID() });
    await expect.poll(identityValues).not.toContain(anonymousId);
    // The user ID was known from the withdrawn browser only.
    expect(await lookUp(email)).toMatchObject({
      events: 0,
      leads: 1,
      names: { browsers: [], userIds: [], emails: [email], leadIds: [lead] },
    });
  });
});

it.concurrent("does not follow a browser that several people used, but lists the people to look up", async ({
  expect,
}) => {
  const { anonymousId } = await consent();
  const [ann, ben] = [`ann-${anonymousId}`, `ben-${anonymousId}`];
  const elsewhere = randomUUID();
  await sendEvents(
    ...views(anonymousId, 3),
    ...views(anonymousId, 2, { userId: ann }),
    ...views(anonymousId, 1, { userId: ben }),
    ...views(elsewhere, 4, { userId: ann }),
  );
  const browser = await lookUp(anonymousId);
  expect(browser).toMatchObject({ events: 6, names: { userIds: [] }, sharedByCount: 2 });
  expect(browser.sharedBy).toEqual([
    { id: expect.any(String), userIds: 1, emails: 0, leads: 0 },
    { id: expect.any(String), userIds: 1, emails: 0, leads: 0 },
  ]);
  const people = await Promise.all(browser.sharedBy.map(({ id }) => lookUp(id)));
  expect(people.map(({ events, names }) => [names.userIds, events]).sort()).toEqual([
    [[ann], 9],
    [[ben], 4],
  ]);
  expect(people.flatMap(({ names }) => names.browsers)).toContainEqual({ id: anonymousId, people: 2 });
});

describe.concurrent("forged events", () => {
  it("that link someone's user ID to another email address are visible, and can be left out", async ({
    expect,
  }) => {
    const { anonymousId } = await consent();
    const victim = `victim-${anonymousId}`;
    const attacker = `attacker-${randomUUID()}@evil.example`;
    await sendEvents(...views(anonymousId, 3, { userId: victim }));
    await sendEvents({ type: "identify", anonymousId: "evil", userId: victim, traits: { email: attacker } });
    expect((await lookUp(attacker)).names.userIds).toEqual([victim]);
    // Only the forged event itself has the address.
    expect(await lookUp(attacker, { scope: "name" })).toMatchObject({ events: 1, names: { userIds: [] } });
    expect((await exportOf(attacker, { scope: "name" })).events).toHaveLength(1);
    await remove(attacker, { scope: "name" });
    await expect.poll(() => countEvents(`traits LIKE '%${attacker}%'`)).toBe(0);
    await expect.poll(identityValues).not.toContain(running.stores.identities.hashEmail(attacker));
    expect(await lookUp(victim)).toMatchObject({ events: 3, names: { emails: [] } });
  });

  it("that link more names than one person has are not followed", async ({ expect }) => {
    const attacker = `many-${randomUUID()}@evil.example`;
    const victims = Array.from({ length: 30 }, (_, index) => `many-${index}-${attacker.length}`);
    await sendEvents(
      ...victims.map((userId) => ({
        type: "identify",
        anonymousId: "evil-2",
        userId,
        traits: { email: attacker },
      })),
      ...views("victim-0", 2, { userId: victims[0] }),
    );
    expect(await lookUp(attacker)).toMatchObject({ events: 30, hasTooManyNames: true });
    expect(await lookUp(victims[0] ?? "")).toMatchObject({ events: 3, hasTooManyNames: true });
  });

  it("that give a person a thousand browsers do not break requests", async ({ expect }) => {
    const victim = `popular-${randomUUID()}`;
    // Together, their IDs are longer than a statement may be.
    const rows = Array.from({ length: 1200 }, (_, index) =>
      eventRow({
        message_id: `${victim} ${index}`,
        anonymous_id: String(index).padStart(4, "0").repeat(240),
        user_id: victim,
      }),
    );
    await running.stores.eventStore.insert("events", rows, victim);
    const person = await lookUp(victim);
    expect([person.events, person.names.browsers.length > 50]).toEqual([1200, true]);
    await remove(victim);
    await expect.poll(() => countEvents(`user_id = '${victim}'`), { timeout: 60_000 }).toBe(0);
    expect((await lookUp(victim)).events).toBe(0);
    await expect.poll(identityValues).not.toContain(victim);
    expect(await identityValues()).not.toContain("1199".repeat(240));
  });
});
