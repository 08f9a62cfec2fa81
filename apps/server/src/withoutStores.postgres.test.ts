import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { type ForkedApp, forkApp } from "./testing/forkApp.ts";
import { startEngine, type TestEngine } from "./testing/startEngine.ts";
import { startProxy, type TestProxy } from "./testing/startProxy.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";
import { createDatabase, urlOf } from "./testing/testDatabase.ts";

/* A server whose PostgreSQL and ClickHouse are unavailable, then available, then frozen. Our event process simulates ClickHouse. */

const WAIT = { timeout: 60_000, interval: 100 };
const dirs = { engine: createTemporaryDir(), server: createTemporaryDir() };
let engine: TestEngine;
let postgres: TestProxy;
let clickhouse: TestProxy;
let env: Record<string, string>;
let server: ForkedApp;

beforeAll(async () => {
  engine = await startEngine(dirs.engine);
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(inject("postgresUrl"), database);
  const { hostname, port } = new URL(urlOf(inject("postgresUrl"), database));
  const path = join(decodeURIComponent(hostname), `.s.PGSQL.${port}`);
  postgres = await startProxy({ target: () => ({ path }), initially: "refusing" });
  const { port: enginePort } = new URL(engine.url);
  clickhouse = await startProxy({
    target: () => ({ port: Number(enginePort), host: "127.0.0.1" }),
    initially: "refusing",
  });
  env = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${postgres.port}/${database}`,
    CLICKHOUSE_URL: engine.url.replace(enginePort, String(clickhouse.port)),
    SECRETS_KEY: randomBytes(32).toString("base64"),
    PUBLIC_URL: "http://127.0.0.1:3000",
  };
  server = await forkApp(dirs.server, env, "whole");
});
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
  await clickhouse?.stop();
  await engine?.kill();
  for (const dir of Object.values(dirs)) removeDir(dir);
});

/** A check that hangs fails the test, whose own limit is longer. */
async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const { status, body } = await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(20_000) });
  await body?.cancel();
  return status;
}

const degraded = async () =>
  ((await (await fetch(`${server.url}/readyz`)).json()) as { degraded: string[] }).degraded;
const sendEvent = (messageId: string) =>
  statusOf("/v1/t", {
    method: "POST",
    body: JSON.stringify({ writeKey: "local", anonymousId: "ann", event: "e", messageId }),
  });
async function storedIds(): Promise<string[]> {
  const client = createClient({ url: engine.url });
  try {
    const result = await client.query({
      query: "SELECT message_id FROM events ORDER BY 1",
      format: "JSONEachRow",
    });
    return (await result.json<{ message_id: string }>()).map(({ message_id }) => message_id);
  } finally {
    await client.close();
  }
}

it("serves pages, accepts events and reports what is degraded before its stores are available", async () => {
  expect(await statusOf("/")).toBe(200);
  expect(await statusOf("/?preview=a.b.AAAAAAAAAAAAAAAA")).toBe(200);
  await expect.poll(() => sendEvent("before"), WAIT).toBe(200);
  await expect.poll(degraded, WAIT).toEqual(expect.arrayContaining(["events", "records"]));
  expect([await statusOf("/readyz"), await statusOf("/readyz?for=events")]).toEqual([200, 200]);
  expect(await statusOf("/readyz?full")).toBe(503);
  expect(await statusOf("/readyz?for=everything")).toBe(400);
  expect(await statusOf("/console/api/session", { headers: { cookie: "marquee_console=unknown" } })).toBe(
    503,
  );
});

it("opens each store once it is available, and stores earlier events", async () => {
  postgres.open();
  clickhouse.open();
  await expect.poll(() => statusOf("/readyz?full"), WAIT).toBe(200);
  await expect.poll(storedIds, WAIT).toEqual(["before"]);
});

it("answers every check while both stores are frozen, and continues afterward", async () => {
  postgres.freeze();
  clickhouse.freeze();
  await expect.poll(degraded, WAIT).toEqual(expect.arrayContaining(["events", "records"]));
  expect(await statusOf("/")).toBe(200);
  expect(await sendEvent("frozen")).toBe(200);
  expect([await statusOf("/readyz"), await statusOf("/readyz?full")]).toEqual([200, 503]);
  postgres.open();
  clickhouse.open();
  await expect.poll(() => statusOf("/readyz?full"), WAIT).toBe(200);
  await expect.poll(storedIds, WAIT).toEqual(["before", "frozen"]);
});

it("serves its last known state after a restart without its stores", async () => {
  await server.stop();
  postgres.refuse();
  clickhouse.refuse();
  server = await forkApp(dirs.server, env, "whole");
  expect(await statusOf("/")).toBe(200);
  await vi.waitUntil(async () => (await sendEvent("restarted")) === 200, WAIT);
});
