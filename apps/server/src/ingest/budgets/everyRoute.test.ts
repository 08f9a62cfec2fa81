import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { startTestApp, type TestApp } from "../../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import { COLLECT_ROUTES } from "../collectedRequest.ts";

/**
 * Public routes that write without a budget, and what bounds them. New routes must have a budget or be listed here with a reason.
 */
const OTHER_BOUNDS: Record<string, string> = {
  "POST /leads": "ten forms in ten minutes from one network",
  "POST /consent": "600 decisions in ten minutes from one network",
  "POST /privacy/export":
    "five in ten minutes from one browser; stores nothing but a line in the log of requests",
  "POST /hooks/leads": "needs a signature",
  "POST /digest/unsubscribe/:token": "needs a signed link",
  "POST /reports/unsubscribe/:token": "needs a signed link",
  "POST /api/eval/:key": "stores nothing",
};
/** Their routes need an account or a key. */
const WITH_CREDENTIALS = /^\/(console\/api|api\/v2|api\/content\/v1)\//;
/** Methods that store nothing. */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];
const SENDER = "203.0.113.7";

const dataDir = createTemporaryDir();
const routes = new Set<string>();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    env: { PUBLIC_URL: "https://trellis.example", SENDER_EVENTS_PER_HOUR: "1" },
    onRoute: ({ method, url }: RouteOptions) => {
      for (const name of [method].flat())
        if (!SAFE_METHODS.includes(name) && !WITH_CREDENTIALS.test(url)) routes.add(`${name} ${url}`);
    },
  });
});
afterAll(async () => {
  await app.stop();
  removeDir(dataDir);
});

const post = (url: string, body: object) =>
  app.app.server.inject({ method: "POST", url, payload: JSON.stringify(body), remoteAddress: SENDER });

it("limits every route that unauthenticated clients can write to", async () => {
  const call = { type: "track", event: "e", anonymousId: "a" };
  expect((await post("/v1/b", { writeKey: "local", batch: [call, call, call] })).statusCode).toBe(200);
  const budgeted = [...routes].filter((route) => !(route in OTHER_BOUNDS));
  expect(budgeted.length).toBeGreaterThanOrEqual(COLLECT_ROUTES.size);
  for (const route of budgeted) {
    const answer = await post(route.replace("POST ", ""), {});
    expect([route, answer.statusCode, Number(answer.headers["retry-after"]) > 0]).toEqual([route, 429, true]);
  }
  expect(Object.keys(OTHER_BOUNDS).filter((route) => !routes.has(route))).toEqual([]);
});

it("limits what is stored from pages on hosts that are not allowed", async () => {
  const ask = (url: string) =>
    app.app.server.inject({ url, headers: { origin: "https://evil.example" }, remoteAddress: SENDER });
  expect((await ask("/v1/snippet")).statusCode).toBe(429);
  expect((await ask("/v1/snippet/consent")).statusCode).toBe(429);
  const allowed = await app.app.server.inject({ url: "/v1/snippet", remoteAddress: SENDER });
  expect(allowed.statusCode, "An allowed page goes on.").toBe(200);
});
