import { randomUUID } from "node:crypto";
import { DrizzleQueryError } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApiKey } from "./domains/apiKeys/apiKeyStore.ts";
import { addSession } from "./testing/addSession.ts";
import { borrowTestStores } from "./testing/borrowStores.ts";
import { CANARY } from "./testing/canaries.ts";
import { captureLog } from "./testing/captureLog.ts";
import { failingStores } from "./testing/failingStores.ts";
import { bodiesOf, type Route, routesOf } from "./testing/routeTable.ts";
import { sampleOf, textsIn } from "./testing/sampleOf.ts";
import { startTestApp, type TestApp } from "./testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";
import { writeBuild } from "./testing/writeBuild.ts";

const ORIGIN = "https://trellis.example";
const TOKEN = "Zq7f3K2mQ9xW4vB8nL1cR5tYzP0aS7dF6gH";
const SQL = `select "id" from "leads" where "email" = 'zq@zq.example'`;

const dataDir = createTemporaryDir();
const routes: Route[] = [];
const captured = captureLog();
let app: TestApp;
let cookie: string;
let keys: { figures: string; content: string };
let failure: Error | null = null;
let sent = 0;

beforeAll(async () => {
  app = await startTestApp({
    dataDir,
    stores: failingStores(await borrowTestStores(), () => failure),
    files: writeBuild(dataDir),
    // Request IDs of the tests are counted.
    env: { PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: "127.0.0.1" },
    log: captured.log,
    onRoute: (route) => routes.push(...routesOf(route)),
  });
});
/** Some routes end the session. */
beforeEach(async () => {
  const { db } = app.stores.records;
  const owner = { email: `${randomUUID()}@trellis.example`, role: "owner", isSecure: true } as const;
  ({ cookie } = await addSession(db, owner));
  const create = async (scope: "figures" | "content") =>
    (await createApiKey(db, { name: scope, scope }, { by: owner.email, at: Date.now() })).key;
  keys = { figures: await create("figures"), content: await create("content") };
});
afterAll(async () => {
  failure = null;
  await app.stop();
  removeDir(dataDir);
});

interface Sent {
  param: string;
  query: string;
  body: unknown;
}

/**
 * Sends a request from a different network, with a canary in everything that a client controls. @returns its status and the lines that it
 * caused.
 */
async function send({ method, url }: Route, { param, query, body }: Sent) {
  sent += 1;
  const before = captured.text().length;
  const path = url.replace(/:\w+|\*/g, param);
  const isRead = method !== "POST" && method !== "PUT";
  const { statusCode } = await app.app.server.inject({
    method,
    url: `${path}?${query}`,
    remoteAddress: `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
    headers: {
      origin: ORIGIN,
      cookie: `${cookie}; zq=${TOKEN}`,
      "x-zq": TOKEN,
      "user-agent": `zq ${TOKEN}`,
      referer: `${ORIGIN}/shared/${TOKEN}`,
      "x-request-id": `request-${sent}`,
      authorization: `Bearer ${path.startsWith("/api/content") ? keys.content : keys.figures}`,
      ...(!isRead && { "content-type": "application/json" }),
    },
    ...(!isRead && { payload: JSON.stringify(body ?? {}) }),
  });
  return { statusCode, text: captured.text().slice(before) };
}

/** Requests of a route with a canary in its path, its query, and each field of its bodies. */
function requestsOf(route: Route): Sent[] {
  const names = Object.keys(route.querystring?.properties ?? {});
  const right = new URLSearchParams(
    sampleOf(route.querystring ?? { type: "object" }) as Record<string, string>,
  );
  const wrong = new URLSearchParams(
    Object.fromEntries([...names, "email"].map((name) => [name, "zq@zq.example"])),
  );
  const bodies = bodiesOf(route);
  const withCanaries = bodies.flatMap((body) => textsIn(body).map(([, replace]) => replace(`zq ${TOKEN}`)));
  const requests = [
    { param: TOKEN, query: right.toString(), body: bodies[0] },
    { param: TOKEN, query: wrong.toString(), body: bodies[0] },
    ...withCanaries.slice(0, 6).map((body) => ({ param: TOKEN, query: right.toString(), body })),
  ];
  return /[:*]/.test(route.url) ? [...requests, { ...requests[0], param: "1" } as Sent] : requests;
}

describe("the log", () => {
  // Each has its own code, because equal errors are logged once a minute.
  it.each<[what: string, fail: ((code: number) => Error) | null]>([
    ["nothing fails", null],
    [
      "a statement of the records fails",
      (code) =>
        new DrizzleQueryError(
          SQL,
          ["zq@zq.example"],
          Object.assign(new Error(`invalid: "zq"`), { code: `E${code}` }),
        ),
    ],
    [
      "a query of the event store fails",
      (code) =>
        Object.assign(new Error("Value zq cannot be parsed"), { code: `${code % 1e4}`, type: "ZQ_TAIL" }),
    ],
    [
      "this code fails",
      (code) =>
        Object.assign(new TypeError("Cannot read properties of undefined (reading 'zq')"), {
          code: `E${code}`,
        }),
    ],
  ])("contains nothing from a request's path, query, headers and body while %s", async (_what, fail) => {
    const failed = new Set<string>();
    let logged = 0;
    for (const route of routes)
      for (const request of requestsOf(route)) {
        failure = fail?.(sent) ?? null;
        const { statusCode, text } = await send(route, request);
        if (statusCode >= 500 && fail) logged += text === "" ? 0 : 1;
        expect([route.name, text]).toEqual([route.name, expect.not.stringMatching(CANARY)]);
        if (statusCode >= 500) failed.add(route.name);
      }
    failure = null;
    expect(captured.text()).not.toMatch(CANARY);
    if (fail) expect([failed.size > 60, logged > 200]).toEqual([true, true]);
  });

  it.each([
    ["GET", "/shared/:token", `/shared/${TOKEN}`, 503],
    ["GET", "/shared/:token/data", `/shared/${TOKEN}/data?email=zq`, 503],
    ["GET", "/console/api/team", "/console/api/team", 500],
    ["GET", "/leads/sent/:id", "/leads/sent/0b9e3a52-4c1d-4f6e-8a7b-2d3c4e5f6071", 500],
  ] as const)("contains the ID and route of a failed request: %s %s", async (method, route, url, status) => {
    // Each code is logged once a minute.
    failure = Object.assign(new Error("failed: zq"), {
      code: `E${status}_${route.replace(/\W/g, "_").toUpperCase()}`,
    });
    const before = captured.lines().length;
    const reply = await app.app.server.inject({
      method,
      url,
      headers: { cookie, "x-request-id": "quoted-1" },
    });
    failure = null;
    expect([reply.statusCode, reply.headers["x-request-id"]]).toEqual([status, "quoted-1"]);
    expect(captured.lines().slice(before)).toContainEqual(
      expect.objectContaining({ level: 50, reqId: "quoted-1", req: { method, route } }),
    );
  });
});
