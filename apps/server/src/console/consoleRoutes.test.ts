import type { AddressInfo } from "node:net";
import { ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSetupToken } from "../domains/accounts/accounts.ts";
import { sessions } from "../domains/accounts/tables.ts";
import { createExperimentDependencies } from "../domains/experiments/experimentParts.ts";
import { listExperiments } from "../domains/experiments/experimentStore.ts";
import { startFlags } from "../domains/flags/startFlags.ts";
import { startPublishing } from "../domains/publishing/startPublishing.ts";
import { EVERYTHING } from "../domains/questions/queries/selection.ts";
import { startSite } from "../domains/site/startSite.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { eventRow } from "../testing/eventRow.ts";
import { roomyDisk, unusedBudgets } from "../testing/ingestLimits.ts";
import { minimalFlagFile } from "../testing/minimalFlags.ts";
import { minimalSite } from "../testing/minimalSite.ts";
import { startTestConnections } from "../testing/startTestConnections.ts";
import { silent, type TestStores } from "../testing/startTestStores.ts";
import { consoleRoutes } from "./consoleRoutes.ts";

const OWNER = { email: "Owner@Trellis.example", password: "a long enough password" };
const ORIGIN = "http://127.0.0.1:3000";
let stores: TestStores;
let app: FastifyInstance;
let now = Date.parse("2026-06-01T12:00:00Z");

async function createConsole(publicUrl = ORIGIN): Promise<FastifyInstance> {
  const server = fastify();
  const { records, eventStore, recordings, keys, identities } = stores;
  const deletions = { request: async () => undefined };
  const environment = "production" as const;
  const publishing = await startPublishing({ records, ...minimalSite, log: silent });
  const flags = await startFlags({
    records,
    listExperiments: () => listExperiments(records.db),
    file: minimalFlagFile,
    siteContent: minimalSite.siteContent,
    environment,
    now: () => now,
    log: silent,
  });
  await server.register(
    consoleRoutes({
      records,
      eventStore,
      recordings,
      keys,
      disk: roomyDisk,
      budgets: unusedBudgets,
      listInstances: async () => [],
      sizes: { stores: async () => ({ events: null, records: null }) },
      latestBackup: async () => null,
      security: { note: () => undefined, stored: async () => undefined },
      publicUrl,
      consoleUrl: publicUrl,
      cookieDomain: null,
      requireTwoFactor: false,
      questions: {
        answer: () => Promise.reject(new Error("Not asked here.")),
        rows: () => Promise.reject(new Error("Not asked here.")),
        attribute: () => Promise.reject(new Error("Not asked here.")),
        read: () => Promise.reject(new Error("Not asked here.")),
        scope: () => Promise.reject(new Error("Not asked here.")),
        select: async () => EVERYTHING,
      },
      identities,
      deletions,
      erasure: { state: async () => ({ lastAt: null, waiting: 0, nextAt: null, runningSince: null }) },
      countries: { codeOf: () => "" },
      connections: await startTestConnections({ records }),
      deliveries: { wake: () => undefined },
      schedules: { wake: () => undefined },
      alerting: {
        alerts: { wake: () => undefined },
        channels: {
          connected: () => [],
          send: () => Promise.reject(new Error("Not sent here.")),
          sendMail: () => Promise.reject(new Error("Not sent here.")),
        },
        digests: {
          sendDue: async () => undefined,
          build: () => Promise.reject(new Error("Not built here.")),
          sendNow: () => Promise.reject(new Error("Not sent here.")),
          isLink: () => false,
          unsubscribe: async () => undefined,
        },
        preview: () => Promise.reject(new Error("Not previewed here.")),
      },
      reportMails: {
        sendDue: async () => undefined,
        read: () => Promise.reject(new Error("Not read here.")),
        save: () => Promise.reject(new Error("Not saved here.")),
        sendNow: () => Promise.reject(new Error("Not sent here.")),
        isLink: () => false,
        unsubscribe: async () => undefined,
      },
      recording: { save: async () => undefined },
      site: await startSite({ records, publicUrl, now: () => now, log: silent }),
      flags,
      environment,
      clientKey: "sdk-test",
      writeKey: "wk-test",
      listPageTexts: () => [],
      publishing,
      listSitePages: async () => [],
      experiments: createExperimentDependencies({
        db: records.db,
        flags,
        publishing,
        environment: "production",
        pathOfPage: () => undefined,
        now: () => now,
      }),
      retentionDays: null,
      replayRetentionDays: null,
      recordRetention: { leads: null, receipts: null, changes: null },
      now: () => now,
      log: silent,
    }),
    { prefix: "/console/api" },
  );
  return server;
}

beforeAll(async () => {
  stores = await borrowTestStores();
});
beforeEach(async () => {
  app = await createConsole();
});
afterAll(async () => {
  await stores.stop();
});

const post = (path: string, payload: object, headers: Record<string, string> = { origin: ORIGIN }) =>
  app.inject({ method: "POST", url: `/console/api${path}`, headers, payload });
const get = (path: string, cookie = "") => app.inject({ url: `/console/api${path}`, headers: { cookie } });

async function signIn(): Promise<string> {
  const answer = await post("/sign-in", OWNER);
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}

describe("accounts", () => {
  it("creates the first account from its link, once", async () => {
    const token = (await createSetupToken(stores.records.db, now)) ?? "";
    expect((await post("/setup", { ...OWNER, password: "short", token })).json().error.message).toContain(
      "12 to 200",
    );
    expect((await post("/setup", { ...OWNER, token: "guessed" })).statusCode).toBe(410);
    const answers = await Promise.all([
      post("/setup", { ...OWNER, token }),
      post("/setup", { ...OWNER, token }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    expect(await createSetupToken(stores.records.db, now)).toBeNull();
  });

  it("signs in with the right password and gives every other pair the same error", async () => {
    expect((await post("/sign-in", OWNER)).json()).toMatchObject({
      account: { email: "owner@trellis.example", role: "owner" },
    });
    const wrong = await post("/sign-in", { ...OWNER, password: "another password" });
    const unknown = await post("/sign-in", { ...OWNER, email: "nobody@trellis.example" });
    expect([wrong.statusCode, wrong.body]).toEqual([401, unknown.body]);
  });

  it("hides the session from scripts and other hosts", async () => {
    const plain = String((await post("/sign-in", OWNER)).headers["set-cookie"]);
    expect(plain).toMatch(/^marquee_console=.*HttpOnly/);
    app = await createConsole("https://trellis.example");
    const secure = String(
      (await post("/sign-in", OWNER, { origin: "https://trellis.example" })).headers["set-cookie"],
    );
    // 256 bits.
    expect(secure).toMatch(/^__Host-marquee_console=[\w-]{43};/);
    expect(secure).toMatch(/Path=\/;.*HttpOnly; Secure; SameSite=Strict/);
    expect(secure).not.toContain("Domain");
  });

  it("locks sign-in after ten wrong passwords, says for how long, and unlocks later", async () => {
    const guess = () => post("/sign-in", { email: "guessed@trellis.example", password: "not this one" });
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess()).statusCode).toBe(401);
    const refused = await guess();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "900"]);
    expect(refused.json().error.message).toContain("15 min");
    now += 15 * ONE_MINUTE;
    expect((await guess()).statusCode).toBe(401);
  });

  it("counts wrong passwords that arrive at the same time", async () => {
    const guess = () => post("/sign-in", { email: "burst@trellis.example", password: "not this one" });
    const answers = await Promise.all(Array.from({ length: 14 }, guess));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
  });

  it("rejects changes requested by another site's page", async () => {
    expect((await post("/sign-in", OWNER, { origin: "https://evil.example" })).statusCode).toBe(403);
    expect((await post("/sign-in", OWNER, {})).statusCode).toBe(403);
    const asText = { origin: ORIGIN, "content-type": "text/plain" };
    expect((await post("/sign-out", {}, asText)).statusCode).toBe(415);
  });

  it("ends a session after twelve idle hours, after a week and at sign-out", async () => {
    const idle = await signIn();
    now += 11 * ONE_HOUR;
    expect((await get("/live/visitors", idle)).statusCode).toBe(200);
    now += 11 * ONE_HOUR;
    expect((await get("/live/visitors", idle)).statusCode).toBe(200);
    now += 13 * ONE_HOUR;
    expect((await get("/live/visitors", idle)).statusCode).toBe(401);

    const used = await signIn();
    for (let hours = 0; hours < 7 * 24; hours += 8) {
      expect((await get("/live/visitors", used)).statusCode).toBe(200);
      now += 8 * ONE_HOUR;
    }
    expect((await get("/live/visitors", used)).statusCode).toBe(401);

    const left = await signIn();
    expect(await stores.records.db.select().from(sessions)).toHaveLength(1);
    const out = await post("/sign-out", {}, { origin: ORIGIN, cookie: left });
    expect(out.headers["clear-site-data"]).toBe('"cache"');
    expect((await get("/live/visitors", left)).statusCode).toBe(401);
    expect((await get("/session", left)).json()).toEqual({ account: null });
  });
});

describe("live", () => {
  it("streams an event that arrives while connected", async () => {
    const cookie = await signIn();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/console/api/live/stream`, { headers: { cookie } });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await stores.eventStore.insert(
      "events",
      [eventRow({ message_id: "streamed", path: "/lp", received_at: now })],
      "streamed",
    );
    let said = "";
    while (!said.includes("streamed")) said += (await reader?.read())?.value ?? "";
    expect(said).toContain('"path":"/lp"');
    await app.close();
  });
});
