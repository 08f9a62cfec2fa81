import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type LeadDestination, ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Records } from "../../../platform/storage/records/records.ts";
import { backoffDelay } from "../../../platform/time/backoff.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { startMailServer } from "../../../testing/startMailServer.ts";
import { startTestConnections } from "../../../testing/startTestConnections.ts";
import { silent } from "../../../testing/startTestStores.ts";
import type { Connections } from "../../connections/startConnections.ts";
import { connections as connectionTable } from "../../connections/tables.ts";
import { createEmailHash } from "../../people/identities/names.ts";
import { insertLead } from "../leadStore.ts";
import { leadDeliveries, leadDeliveryAttempts, leads } from "../tables.ts";
import { sendAgain, settleDelivery } from "./deliveryStore.ts";
import { createLeadSenders } from "./leadSenders.ts";
import { type Deliveries, MAX_ATTEMPTS, RETRY_DELAYS, startDeliveries } from "./startDeliveries.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const SECRET = "a secret of our own";
let records: Records;
let server: Server;
let url: string;
let connections: Connections | undefined;
let deliveries: Deliveries | undefined;
/** What this test has started; a second stop does nothing. */
let started: { stop(): Promise<void> }[] = [];
let now = Date.parse("2026-06-01T12:00:00Z");
/** Status that the receiver returns; null if it never responds. */
let status: number | null;
const NOTHING: Received = { path: "", headers: {}, body: "" };
let received: Received[];
/** `Retry-After` header of the receiver's next responses. */
let retryAfter: string | undefined;

beforeAll(async () => {
  records = await borrowRecords();
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url ?? "", headers: request.headers, body });
    if (status === null) return;
    if (status === 302) response.setHeader("location", "/elsewhere");
    if (retryAfter) response.setHeader("retry-after", retryAfter);
    response.writeHead(status, { "content-type": "text/plain" }).end("said\r\n\u202eit");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`;
});
beforeEach(async () => {
  status = 200;
  received = [];
  retryAfter = undefined;
  await records.db.delete(leads);
  await records.db.delete(connectionTable);
});
afterEach(async () => {
  for (const each of started.toReversed()) await each.stop();
  started = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await records.stop();
});

interface Tools {
  target?: string;
  withSlack?: boolean;
  mailPort?: number;
}

/** Starts deliveries as the server does, to the receiver by webhook, and optionally to its Slack path and by email. */
async function start({ target = url, withSlack = false, mailPort = 0 }: Tools = {}): Promise<Deliveries> {
  const slack = { settings: {}, secrets: { url: new URL("/slack", url).href }, variables: ["SLACK"] };
  const environment = {
    "lead-webhook": {
      settings: { url: target },
      secrets: { secret: SECRET },
      variables: ["LEADS_WEBHOOK_URL"],
    },
    ...(withSlack && { slack }),
    ...(mailPort > 0 && { smtp: smtpAt(mailPort) }),
  };
  connections = await startTestConnections({ records }, { environment, now: () => now });
  const senders = createLeadSenders({ connections, consoleUrl: "https://trellis.example" });
  deliveries = startDeliveries({ db: records.db, senders, now: () => now, log: silent });
  started.push(connections, deliveries);
  return deliveries;
}

const smtpAt = (port: number) => ({
  settings: {
    host: "127.0.0.1",
    port,
    security: "none",
    user: "",
    from: "site@trellis.example",
    fromName: "",
    leadRecipients: ["sales@trellis.example", "boss@trellis.example"],
  },
  secrets: {},
  variables: ["SMTP"],
});

async function addLead(
  destinations: LeadDestination[] = ["webhook"],
  overrides: Partial<typeof leads.$inferInsert> = {},
): Promise<string> {
  const { id } = await insertLead(
    { db: records.db, hashEmail: createEmailHash(() => "key") },
    {
      submissionId: randomUUID(),
      formId: 1006,
      kind: "sales",
      email: "ada@trellis.example",
      companySize: "11-50",
      message: "Forty teams — each its own.",
      name: "Ada",
      locale: "en",
      pagePath: "/contact-sales",
      location: "page",
      attribution: { utm_source: "news" },
      route: "sales/default",
      meetingUrl: null,
      isSpam: false,
      createdAt: new Date(now),
      ...overrides,
    },
    { anonymousId: null, destinations },
  );
  return id;
}

async function stateOf(id: string, destination: LeadDestination = "webhook") {
  const rows = await records.db.select().from(leadDeliveries).where(eq(leadDeliveries.leadId, id));
  const row = rows.find((each) => each.destination === destination);
  if (!row) throw new Error("no such delivery");
  const { state, attempts, error, nextAt } = row;
  // During an attempt, the next one is scheduled for the end of its lease.
  const isUnderWay = Number(nextAt) - now === ONE_MINUTE;
  return { state, attempts, error, nextAt, isUnderWay };
}

/** Destination, time and reason of every attempt, oldest first. */
async function attemptsOf(id: string) {
  const rows = await records.db
    .select()
    .from(leadDeliveryAttempts)
    .where(eq(leadDeliveryAttempts.leadId, id))
    .orderBy(leadDeliveryAttempts.at);
  return rows.map(({ destination, at, error }) => [destination, at.getTime(), error]);
}

const settled = (id: string, state: string, attempts: number, destination?: LeadDestination) =>
  expect
    .poll(() => stateOf(id, destination), { interval: 5 })
    .toMatchObject({ state, attempts, isUnderWay: false });

it("delivers a signed lead once", async () => {
  const id = await addLead();
  await addLead([]);
  await start();
  await settled(id, "delivered", 1);
  expect(received).toHaveLength(1);
  const { headers, body } = received[0] ?? NOTHING;
  const [, seconds, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["marquee-signature"])) ?? [];
  expect(signature).toBe(createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex"));
  const lead = JSON.parse(body);
  expect(lead).toMatchObject({
    email: "ada@trellis.example",
    attribution: { utm_source: "news" },
    formId: 1006,
  });
  expect(headers["marquee-delivery"]).toBe(lead.id);
  expect(lead).not.toHaveProperty("isSpam");
  expect(lead).not.toHaveProperty("isTest");
});

it("retries a failed delivery only after the delay", async () => {
  status = 500;
  const id = await addLead();
  const hook = await start();
  await settled(id, "pending", 1);
  const { nextAt, error } = await stateOf(id);
  expect(error).toBe("Responded with 500: said it");
  const wait = Number(nextAt) - now;
  expect([wait >= ONE_MINUTE / 2, wait <= ONE_MINUTE]).toEqual([true, true]);
  // A later lead is sent in the same turn, but the first one is not.
  const later = await addLead();
  hook.wake();
  await settled(later, "pending", 1);
  expect(received).toHaveLength(2);
  now += ONE_MINUTE;
  status = 204;
  hook.wake();
  await settled(id, "delivered", 2);
  expect((await stateOf(id)).error).toBeNull();
  expect(await attemptsOf(id)).toEqual([
    ["webhook", now - ONE_MINUTE, "Responded with 500: said it"],
    ["webhook", now, null],
  ]);
});

it("keeps every attempt of a lead that is sent again, but none of one that was deleted meanwhile", async () => {
  status = 410;
  const id = await addLead();
  const hook = await start();
  await settled(id, "failed", 1);
  now += ONE_HOUR;
  status = 200;
  await sendAgain(records.db, { leadId: id, destination: "webhook", now });
  hook.wake();
  await settled(id, "delivered", 1);
  expect(await attemptsOf(id)).toEqual([
    ["webhook", now - ONE_HOUR, "Responded with 410: said it"],
    ["webhook", now, null],
  ]);
  status = null;
  const deleted = await addLead();
  hook.wake();
  await expect.poll(() => received.length).toBe(3);
  await records.db.delete(leads).where(eq(leads.id, deleted));
  const result = { state: "delivered", nextAt: null, error: null, attemptedAt: new Date(now) } as const;
  await settleDelivery(records.db, { leadId: deleted, destination: "webhook", ...result });
  expect(await attemptsOf(deleted)).toEqual([]);
});

it.each([400, 410, 413, 422])("does not retry after %d", async (code) => {
  status = code;
  const id = await addLead();
  await start();
  await settled(id, "failed", 1);
  expect(received).toHaveLength(1);
  expect((await stateOf(id)).nextAt).toBeNull();
});

it("waits as long as the receiver requests, at most twelve hours", async () => {
  status = 429;
  retryAfter = "1800";
  const patient = await addLead();
  const hook = await start();
  await settled(patient, "pending", 1);
  expect(Number((await stateOf(patient)).nextAt) - now).toBe(1800 * ONE_SECOND);
  retryAfter = "999999";
  const endless = await addLead();
  hook.wake();
  await settled(endless, "pending", 1);
  expect(Number((await stateOf(endless)).nextAt) - now).toBe(12 * ONE_HOUR);
});

it("retries for more than eight hours", () => {
  const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) =>
    backoffDelay(index + 1, RETRY_DELAYS, 1),
  );
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(8 * ONE_HOUR);
});

it("fails after ten attempts and stores the error", async () => {
  status = 404;
  const id = await addLead();
  const hook = await start();
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await settled(id, "pending", attempt);
    now += ONE_DAY;
    hook.wake();
  }
  await settled(id, "failed", 10);
  expect((await stateOf(id)).error).toBe("Responded with 404: said it");
  now += ONE_DAY;
  // Due leads are sent first, so all others are sent before the second one.
  for (let turn = 1; turn <= 2; turn += 1) {
    const later = await addLead();
    hook.wake();
    await settled(later, "pending", 1);
    expect(received).toHaveLength(10 + turn);
  }
});

it("treats redirects and unreachable receivers as failures", async () => {
  status = 302;
  const redirected = await addLead();
  await start();
  await settled(redirected, "pending", 1);
  expect(received).toHaveLength(1);
  await deliveries?.stop();
  now += ONE_MINUTE;
  await start({ target: "http://127.0.0.1:9/" });
  await settled(redirected, "pending", 2);
  expect((await stateOf(redirected)).error).toMatch(/ECONNREFUSED|bad port/);
});

it("delivers other leads while one is failing", async () => {
  await start({ target: "http://127.0.0.1:9/" });
  const first = await addLead();
  deliveries?.wake();
  await settled(first, "pending", 1);
  await deliveries?.stop();
  const second = await addLead();
  await start();
  await settled(second, "delivered", 1);
});

it("stops without waiting for a receiver and delivers after the next start", async () => {
  status = null;
  const id = await addLead();
  const hook = await start();
  await expect.poll(() => received.length).toBe(1);
  const before = performance.now();
  await hook.stop();
  expect(performance.now() - before).toBeLessThan(1000);
  expect(await stateOf(id)).toMatchObject({ state: "pending", attempts: 1 });
  status = 200;
  now += 2 * ONE_MINUTE;
  await start();
  await settled(id, "delivered", 2);
});

it("delivers each lead once with two servers", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => addLead()));
  await start();
  await start();
  for (const id of ids) await settled(id, "delivered", 1);
  expect(received).toHaveLength(20);
});

it("repeats an interrupted attempt with the same ID, and no completed one", async () => {
  const delivered = await addLead();
  await start();
  await settled(delivered, "delivered", 1);
  status = null;
  const interrupted = await addLead();
  deliveries?.wake();
  await expect.poll(() => received.length, { interval: 5 }).toBe(2);
  // A killed server stores no result and releases no claim.
  await deliveries?.stop();
  status = 200;
  const later = await addLead();
  await start();
  await settled(later, "delivered", 1);
  now += ONE_MINUTE;
  deliveries?.wake();
  await settled(interrupted, "delivered", 2);
  const ids = received.map(({ headers }) => headers["marquee-delivery"]);
  expect(ids).toEqual([delivered, interrupted, later, interrupted]);
});

it("delivers to each destination independently, and retries only failed ones", async () => {
  status = 410;
  const id = await addLead(["webhook", "slack"]);
  await start({ withSlack: true });
  await settled(id, "failed", 1, "webhook");
  await settled(id, "failed", 1, "slack");
  status = 200;
  await sendAgain(records.db, { leadId: id, destination: "slack", now });
  deliveries?.wake();
  await settled(id, "delivered", 1, "slack");
  expect(await stateOf(id, "webhook")).toMatchObject({ state: "failed", attempts: 1 });
  const again = (leadId: string, destination: LeadDestination) =>
    sendAgain(records.db, { leadId, destination, now });
  await expect(again(id, "slack")).rejects.toMatchObject({ code: "conflict" });
  await expect(again(id, "email")).rejects.toMatchObject({ code: "not_found" });
  await expect(again(randomUUID(), "slack")).rejects.toMatchObject({ code: "not_found" });
});

it("shows the last result at the connection", async () => {
  status = 500;
  const id = await addLead();
  const hook = await start();
  const state = async () => (await connections?.describe())?.find(({ kind }) => kind === "lead-webhook");
  await settled(id, "pending", 1);
  expect(await state()).toMatchObject({
    state: "failing",
    error: "Responded with 500: said it",
    checkedAt: now,
  });
  now += ONE_MINUTE;
  status = 200;
  hook.wake();
  await settled(id, "delivered", 2);
  expect(await state()).toMatchObject({ state: "connected", error: null, variables: ["LEADS_WEBHOOK_URL"] });
});

it("says that a destination is no longer connected", async () => {
  const id = await addLead(["slack"]);
  const { connected } = await start();
  expect(connected()).toEqual(["webhook"]);
  await settled(id, "failed", 1, "slack");
  expect((await stateOf(id, "slack")).error).toBe("This destination is no longer connected.");
});

it("gives Slack no personal data and nothing that it would interpret", async () => {
  const id = await addLead(["slack"], {
    name: "<!channel> <https://evil.example|Ada>",
    email: "ada@x--&amp;.example",
    message: "*secret*",
    pagePath: "/<!here>\u202e https://evil.example & more",
  });
  await start({ withSlack: true });
  await settled(id, "delivered", 1, "slack");
  const { path, body } = received[0] ?? NOTHING;
  expect(path).toBe("/slack");
  expect(JSON.parse(body)).toEqual({
    text: "New sales request",
    blocks: [
      {
        type: "section",
        text: { type: "mrkdwn", text: `*<https://trellis.example/console/leads/${id}|New sales request>*` },
      },
      {
        type: "section",
        fields: [
          "Size",
          "11-50 people",
          "Language",
          "English",
          "Page",
          "/<!here> https://evil.example & more",
        ].map((text) => ({ type: "plain_text", text, emoji: false })),
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
});

it("emails those on the list, without personal data, and not again if the recipient is rejected for good", async () => {
  const mail = await startMailServer();
  const hook = await start({ mailPort: mail.port });
  expect(hook.connected()).toEqual(["webhook", "email"]);
  const id = await addLead(["email"], { name: "Eve\r\nBcc: x@evil.example", pagePath: '/<b>"&' });
  hook.wake();
  await settled(id, "delivered", 1, "email");
  const [{ to, source } = { to: [], source: "" }] = mail.received;
  expect(to).toEqual(["sales@trellis.example", "boss@trellis.example"]);
  expect(source).toContain("Subject: New sales request\r\n");
  expect(source).toContain(`Message-ID: <lead-${id}@trellis.example>`);
  expect(source).toContain(`https://trellis.example/console/leads/${id}`);
  expect(source).toContain("/&lt;b&gt;&quot;&amp;");
  expect(source).not.toMatch(/ada@|Eve|Forty teams/);

  mail.rejectWith(450);
  const waiting = await addLead(["email"]);
  hook.wake();
  await settled(waiting, "pending", 1, "email");
  mail.rejectWith(550);
  const rejected = await addLead(["email"]);
  hook.wake();
  await settled(rejected, "failed", 1, "email");
  expect((await stateOf(rejected, "email")).error).toContain("Not here");
  await mail.stop();
});
