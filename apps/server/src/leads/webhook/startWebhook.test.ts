import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createEmailHash } from "../../identities/names.ts";
import type { Records } from "../../storage/records/records.ts";
import { leads } from "../../storage/records/schema.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { silent } from "../../testing/startTestStores.ts";
import { backoffDelay } from "../../time/backoff.ts";
import { findLead, insertLead } from "../leadStore.ts";
import { MAX_ATTEMPTS, RETRY_DELAYS, startWebhook, type Webhook } from "./startWebhook.ts";

const SECRET = "a secret of our own";
let records: Records;
let server: Server;
let url: string;
let webhook: Webhook | undefined;
let now = Date.parse("2026-06-01T12:00:00Z");
/** Status that the receiver returns; null if it never responds. */
let status: number | null;
let received: { headers: IncomingHttpHeaders; body: string }[];

beforeAll(async () => {
  records = await borrowRecords();
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    if (status === null) return;
    if (status === 302) response.setHeader("location", "/elsewhere");
    response.writeHead(status).end("said");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`;
});
beforeEach(async () => {
  status = 200;
  received = [];
  await records.db.delete(leads);
});
afterEach(async () => {
  await webhook?.stop();
  webhook = undefined;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await records.stop();
});

function start(target = url): Webhook {
  webhook = startWebhook({
    db: records.db,
    target: { url: target, secret: SECRET },
    now: () => now,
    log: silent,
  });
  return webhook;
}

async function addLead(webhookState: "pending" | "none" = "pending"): Promise<string> {
  const { submissionId } = await insertLead(
    { db: records.db, hashEmail: createEmailHash("key") },
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
      webhookState,
      webhookNextAt: webhookState === "pending" ? new Date(now) : null,
    },
    null,
  );
  return submissionId;
}

async function stateOf(submissionId: string) {
  const row = await findLead(records.db, submissionId);
  if (!row) throw new Error("no such lead");
  const { webhookState: state, webhookAttempts: attempts, webhookError: error, webhookNextAt: nextAt } = row;
  // During an attempt, the next one is scheduled for the end of its lease.
  const isUnderWay = Number(nextAt) - now === ONE_MINUTE;
  return { state, attempts, error, nextAt, isUnderWay };
}

const settled = (id: string, state: string, attempts: number) =>
  expect.poll(() => stateOf(id)).toMatchObject({ state, attempts, isUnderWay: false });

it("delivers a signed lead once", async () => {
  const id = await addLead();
  await addLead("none");
  start();
  await settled(id, "delivered", 1);
  expect(received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: "" }] = received;
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
});

it("retries a failed delivery only after the delay", async () => {
  status = 500;
  const id = await addLead();
  const hook = start();
  await settled(id, "pending", 1);
  const { nextAt, error } = await stateOf(id);
  expect(error).toBe("Answered 500.");
  const wait = Number(nextAt) - now;
  expect([wait >= ONE_MINUTE / 2, wait <= ONE_MINUTE]).toEqual([true, true]);
  hook.wake();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(received).toHaveLength(1);
  now += ONE_MINUTE;
  status = 204;
  hook.wake();
  await settled(id, "delivered", 2);
  expect((await stateOf(id)).error).toBeNull();
});

it("retries for more than eight hours", () => {
  const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) =>
    backoffDelay(index + 1, RETRY_DELAYS, 1),
  );
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(8 * ONE_HOUR);
});

it("fails after ten attempts and stores the error", async () => {
  status = 410;
  const id = await addLead();
  const hook = start();
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await settled(id, "pending", attempt);
    now += ONE_DAY;
    hook.wake();
  }
  await settled(id, "failed", 10);
  expect((await stateOf(id)).error).toBe("Answered 410.");
  now += ONE_DAY;
  hook.wake();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(received).toHaveLength(10);
});

it("treats redirects and unreachable receivers as failures", async () => {
  status = 302;
  const redirected = await addLead();
  start();
  await settled(redirected, "pending", 1);
  expect(received).toHaveLength(1);
  await webhook?.stop();
  now += ONE_MINUTE;
  start("http://127.0.0.1:9/");
  await settled(redirected, "pending", 2);
  expect((await stateOf(redirected)).error).toMatch(/ECONNREFUSED|bad port/);
});

it("delivers other leads while one is failing", async () => {
  start("http://127.0.0.1:9/");
  const first = await addLead();
  webhook?.wake();
  await settled(first, "pending", 1);
  await webhook?.stop();
  const second = await addLead();
  start();
  await settled(second, "delivered", 1);
});

it("stops without waiting for a receiver and delivers after the next start", async () => {
  status = null;
  const id = await addLead();
  const hook = start();
  await expect.poll(() => received.length).toBe(1);
  const before = performance.now();
  await hook.stop();
  expect(performance.now() - before).toBeLessThan(1000);
  expect(await stateOf(id)).toMatchObject({ state: "pending", attempts: 1 });
  status = 200;
  now += 2 * ONE_MINUTE;
  start();
  await settled(id, "delivered", 2);
});

it("delivers each lead once with two servers", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => addLead()));
  const other = startWebhook({
    db: records.db,
    target: { url, secret: SECRET },
    now: () => now,
    log: silent,
  });
  start();
  for (const id of ids) await settled(id, "delivered", 1);
  await other.stop();
  expect(received).toHaveLength(20);
});
