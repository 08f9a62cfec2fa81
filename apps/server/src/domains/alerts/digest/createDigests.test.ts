import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Stores } from "../../../platform/storage/stores.ts";
import { borrowStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { type MailServer, startMailServer } from "../../../testing/startMailServer.ts";
import { startTestConnections } from "../../../testing/startTestConnections.ts";
import { silent, TEST_KEYS } from "../../../testing/startTestStores.ts";
import { ensureOwner } from "../../accounts/accounts.ts";
import { accounts } from "../../accounts/tables.ts";
import type { Connections } from "../../connections/startConnections.ts";
import { readDefinitions } from "../../goals/readDefinitions.ts";
import { unsubscribeRoutes } from "../../mail/unsubscribeRoutes.ts";
import { createQuestions } from "../../questions/createQuestions.ts";
import { createChannels } from "../channels/createChannels.ts";
import { digests as digestTable } from "../tables.ts";
import { createDigests, DIGEST_UNSUBSCRIBING, type Digests } from "./createDigests.ts";
import { digestMail } from "./digestMail.ts";
import { findDigest, setDigest } from "./digestStore.ts";
import { dueWeek, nextDigestAt } from "./digestWeek.ts";

const SITE = { id: "trellis.example", timeZone: "Europe/Berlin", weekStart: 1 } as const;
/** A Monday, 8:05 in Berlin. */
const MONDAY = Date.parse("2026-11-23T07:05:00Z");
const SIGNAL = new AbortController().signal;

let stores: Stores;
let connections: Connections;
let mail: MailServer;
let app: FastifyInstance;
let digests: Digests;
let accountId: string;
let now = MONDAY;

beforeAll(async () => {
  stores = await borrowStores();
  mail = await startMailServer();
  connections = await startTestConnections(stores);
  const { settings } = mail;
  await connections.save("smtp", { revision: 0, settings, secrets: {} }, "owner@trellis.example");
  const { db } = stores.records;
  await ensureOwner(db, { email: "owner@trellis.example", password: "a long enough password" }, silent);
  const [account] = await db.select().from(accounts);
  accountId = account?.id ?? "";
  const hosts = [SITE.id, "docs.trellis.example"];
  const site = { current: () => ({ ...SITE, hosts, excludedAddresses: [] }), publicHost: SITE.id };
  const consoleUrl = "https://trellis.example";
  const questions = createQuestions({
    eventStore: stores.eventStore,
    site: site.current,
    definitions: ({ account: id }) => readDefinitions(db, id),
    now: () => now,
  });
  const channels = createChannels({ connections, site, consoleUrl });
  const parts = {
    eventStore: stores.eventStore,
    keys: TEST_KEYS,
    db,
    questions,
    site,
    channels,
    consoleUrl,
    now: () => now,
  };
  digests = createDigests(parts);
  app = fastify();
  await app.register(unsubscribeRoutes({ ...DIGEST_UNSUBSCRIBING, links: digests, now: () => now }));
});
beforeEach(async () => {
  now = MONDAY;
  mail.received.length = 0;
  mail.rejectWith(null);
  await stores.records.db.delete(digestTable);
});
afterAll(async () => {
  await app.close();
  await connections.stop();
  await mail.stop();
  await stores.stop();
});

const turnOn = () =>
  setDigest(stores.records.db, { accountId, isOn: true, week: dueWeek(now - ONE_DAY, SITE).first });

describe("the week of a digest", () => {
  it("is the last whole one from eight o'clock on its next day, in the Site's time zone and by its first day", () => {
    const weekAt = (text: string, weekStart: 1 | 7 = 1) => {
      const { first, last } = dueWeek(Date.parse(text), { ...SITE, weekStart });
      return `${first}..${last}`;
    };
    expect(weekAt("2026-11-23T06:59:00Z")).toBe("2026-11-09..2026-11-15");
    expect(weekAt("2026-11-23T07:00:00Z")).toBe("2026-11-16..2026-11-22");
    expect(weekAt("2026-11-22T07:00:00Z", 7)).toBe("2026-11-15..2026-11-21");
    // Clocks changed on October 25.
    expect(weekAt("2026-10-26T07:00:00Z")).toBe("2026-10-19..2026-10-25");
    expect(nextDigestAt(Date.parse("2026-10-24T12:00:00Z"), SITE)).toBe(Date.parse("2026-10-26T07:00:00Z"));
  });
});

describe("digests", () => {
  it("are about the site's own hosts", async () => {
    const at = MONDAY - 3 * ONE_DAY;
    const view = (id: string, host: string, path: string) =>
      eventRow({
        message_id: id,
        anonymous_id: id,
        visitor_id: id,
        host,
        path,
        session_id: at,
        timestamp: at,
      });
    await stores.eventStore.insert(
      "events",
      [view("ann", SITE.id, "/"), view("ben", "docs.trellis.example", "/docs")],
      "two hosts",
    );
    const { text } = await digests.build(accountId);
    expect(text).not.toContain("/docs");
    expect(text).toMatch(/Visitors:? 1\b/);
  });

  it("are sent once a week to those who turned them on, with an unsubscribe link", async () => {
    await digests.sendDue(SIGNAL);
    expect(mail.received).toEqual([]);
    await turnOn();
    await Promise.all([digests.sendDue(SIGNAL), digests.sendDue(SIGNAL)]);
    await digests.sendDue(SIGNAL);
    expect(mail.received).toHaveLength(1);
    const [{ to, source } = { to: [], source: "" }] = mail.received;
    expect(to).toEqual(["owner@trellis.example"]);
    expect(source).toMatch(/List-Unsubscribe: <https:\/\/trellis\.example\/digest\/unsubscribe\/[\w.-]+>/);
    expect(source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(source).not.toMatch(/<(img|script|link)\b/);
    now += 7 * ONE_DAY;
    await digests.sendDue(SIGNAL);
    expect(mail.received).toHaveLength(2);
  });

  it("are retried if the mail server is unavailable, but not once the week is too old", async () => {
    await turnOn();
    mail.rejectWith(451);
    await digests.sendDue(SIGNAL);
    expect(await findDigest(stores.records.db, accountId)).toMatchObject({ state: "pending", attempts: 1 });
    mail.rejectWith(null);
    now += ONE_HOUR;
    await digests.sendDue(SIGNAL);
    expect(mail.received).toHaveLength(1);
    now += 7 * ONE_DAY + 4 * ONE_DAY;
    await digests.sendDue(SIGNAL);
    expect(mail.received).toHaveLength(1);
  });

  const LINKS = { consoleUrl: "https://trellis.example", unsubscribeUrl: "https://trellis.example/u" };
  const QUIET = {
    site: "trellis.example",
    week: dueWeek(MONDAY, SITE),
    sentence: null,
    figures: [],
    sources: [],
    pages: [],
    experiments: [],
    alarms: [],
  };

  it("name the week if there is no notable change", () => {
    const { subject, html, text } = digestMail(QUIET, LINKS);
    expect(subject.replaceAll("\u2009", " ")).toBe("trellis.example: Your week, Nov 16 – 22, 2026");
    expect(html).toContain("<h1>Your week, Nov 16");
    expect(text).not.toContain("null");
    expect(digestMail({ ...QUIET, sentence: "Leads fell 62%, from 45 to 17." }, LINKS).subject).toBe(
      "trellis.example: Leads fell 62%, from 45 to 17.",
    );
  });

  it("escape untrusted text", () => {
    const evil = '<img src="https://evil.example/x.gif">';
    const { html, text } = digestMail(
      {
        ...QUIET,
        sentence: evil,
        figures: [{ title: evil, value: 1, before: 2, unit: "count", better: "up" }],
        sources: [{ name: evil, visitors: 1, before: 0 }],
        experiments: [{ name: evil, text: evil, key: '"><b>' }],
        alarms: [{ name: evil, text: evil, href: '/"><b>', resolvedAt: null }],
      },
      LINKS,
    );
    expect(html).not.toMatch(/<img|<b>/);
    expect(text).toContain("50%");
  });
});

describe("the link in a digest", () => {
  const link = async () => new URL((await digests.build(accountId)).unsubscribeUrl ?? "").pathname;

  it("asks first, because email clients open links, and ends the digest with a POST", async () => {
    await turnOn();
    const url = await link();
    const page = await app.inject({ url });
    expect([page.statusCode, page.headers["content-security-policy"]]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(await findDigest(stores.records.db, accountId)).toMatchObject({ isOn: true });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const done = await app.inject({ method: "POST", url, headers, payload: "List-Unsubscribe=One-Click" });
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining("You are unsubscribed")]);
    expect(await findDigest(stores.records.db, accountId)).toMatchObject({ isOn: false });
  });

  it("can't be forged", async () => {
    await turnOn();
    const url = await link();
    const other = "00000000-0000-4000-8000-000000000000";
    for (const wrong of [
      `${url}x`,
      url.slice(0, -1),
      url.replace(accountId, other),
      "/digest/unsubscribe/x",
      `/digest/unsubscribe/${accountId}.`,
    ])
      expect((await app.inject({ method: "POST", url: wrong })).statusCode).toBe(404);
    const long = await app.inject({
      method: "POST",
      url,
      headers: { "content-type": "text/plain" },
      payload: "x".repeat(5000),
    });
    expect(long.statusCode).toBe(413);
    expect(await findDigest(stores.records.db, accountId)).toMatchObject({ isOn: true });
    const statuses = [];
    for (let index = 0; index < 110; index += 1)
      statuses.push((await app.inject({ url: "/digest/unsubscribe/x" })).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});
