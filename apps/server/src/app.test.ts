import { randomUUID } from "node:crypto";
import type { SystemResponse } from "@marquee/contract/schema";
import { Analytics } from "@segment/analytics-node";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSession } from "./testing/addSession.ts";
import { borrowTestStores } from "./testing/borrowStores.ts";
import { eventProcessOf } from "./testing/eventProcessOf.ts";
import { startTestApp, type TestApp } from "./testing/startTestApp.ts";
import { drained, type TestStores } from "./testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "./testing/temporaryDir.ts";

const dataDir = createTemporaryDir();
let stores: TestStores;
let running: TestApp;
let url: string;

async function start(): Promise<void> {
  running = await startTestApp({ dataDir });
  ({ stores, url } = running);
}

beforeAll(start);
afterAll(async () => {
  await running.stop();
  removeDir(dataDir);
});

const createEvents = (count: number, event: string) =>
  Array.from({ length: count }, () => ({
    type: "track",
    event,
    messageId: randomUUID(),
    anonymousId: "visitor",
    timestamp: new Date().toISOString(),
  }));

function send(batch: unknown[]): Promise<Response> {
  const body = JSON.stringify({ writeKey: "local", sentAt: new Date().toISOString(), batch });
  return fetch(`${url}/v1/b`, { method: "POST", body });
}

/** Stored message IDs of an event name: all rows, and the deduplicated rows that queries read. */
async function idsOf(event: string): Promise<{ rows: string[]; unique: string[] }> {
  const read = async (table: string) => {
    const sql = `SELECT message_id FROM ${table} WHERE event = {event:String}`;
    return (await stores.eventStore.query<{ message_id: string }>(sql, { event })).map(
      (row) => row.message_id,
    );
  };
  return { rows: await read("events"), unique: await read("events_unique") };
}

describe("the server on real stores", () => {
  it("reports that it is healthy and ready", async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz?full`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: "ready",
        degraded: [],
        checks: { intake: "ok", events: "ok", drain: "ok", records: "ok", disk: "ok", clock: "ok" },
      },
    ]);
  });

  it("shows owners its processes, stores and jobs", async () => {
    const { cookie } = await addSession(stores.records.db, {
      email: "system@trellis.example",
      role: "owner",
    });
    const read = async () =>
      (await (await fetch(`${url}/console/api/system`, { headers: { cookie } })).json()) as SystemResponse;
    const jobNames = ["identities", "sessions"];
    await expect
      .poll(async () => (await read()).jobs.map(({ name }) => name).filter((name) => jobNames.includes(name)))
      .toEqual(jobNames);
    const { instances, sizes } = await read();
    expect(instances).toMatchObject([
      { pid: process.pid, report: { memory: { events: expect.any(Number) }, checks: { events: "ok" } } },
    ]);
    expect(sizes).toEqual({ events: expect.any(Array), records: expect.any(Number) });
  });

  it("stores what Segment's server library sends", async () => {
    const analytics = new Analytics({ writeKey: "local", host: url, path: "/v1/batch" });
    const userId = `user-${randomUUID()}`;
    analytics.identify({ userId, traits: { plan: "business" }, context: { ip: "203.0.113.7" } });
    analytics.track({ userId, event: "Plan chosen", properties: { plan: "business" } });
    analytics.page({
      userId,
      name: "Pricing",
      properties: { url: "https://trellis.example/pricing?utm_source=news" },
    });
    analytics.group({ userId, groupId: "workspace-1" });
    analytics.screen({ userId, name: "Board" });
    analytics.alias({ userId, previousId: "before" });
    await analytics.closeAndFlush();
    await drained(stores);
    const rows = await stores.eventStore.query<Record<string, string>>(
      "SELECT type, event, name, path, source, group_id, library, context FROM events_unique WHERE user_id = {userId:String} ORDER BY type",
      { userId },
    );
    expect(rows.map(({ type }) => type)).toEqual(["alias", "group", "identify", "page", "screen", "track"]);
    expect(rows[3]).toMatchObject({
      name: "Pricing",
      path: "/pricing",
      source: "news",
      library: "@segment/analytics-node",
    });
    expect(rows[5]).toMatchObject({ event: "Plan chosen" });
    expect(rows.every(({ context }) => !context?.includes("203.0.113.7"))).toBe(true);
  });

  it("loses no acknowledged events when stopped under load, and stores a batch once even if it is sent again after the restart", async () => {
    const events = createEvents(50, "sent three times");
    expect((await send(events)).status).toBe(200);
    expect((await send(events)).status).toBe(200);
    const acknowledged: string[] = [];
    let isLoading = true;
    const loaders = Array.from({ length: 8 }, async () => {
      while (isLoading) {
        const loaded = createEvents(20, "sent under load");
        const answer = await send(loaded).catch(() => null);
        if (answer?.ok) acknowledged.push(...loaded.map(({ messageId }) => messageId));
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(400);
    await running.stop();
    isLoading = false;
    await Promise.all(loaders);
    await start();
    expect((await send(events)).status).toBe(200);
    await drained(stores);
    const stored = new Set((await idsOf("sent under load")).unique);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    const { rows, unique } = await idsOf("sent three times");
    expect([rows.length, unique.length]).toEqual([50, 50]);
  });

  it("detects a crash of the event store's process, keeps accepting events, and delivers them after its restart", async () => {
    process.kill(eventProcessOf(dataDir) ?? 0, "SIGKILL");
    const readiness = async (query = "") => (await fetch(`${url}/readyz${query}`)).status;
    await expect.poll(() => readiness("?full"), { interval: 20 }).toBe(503);
    expect([await readiness(), await readiness("?for=events")]).toEqual([200, 200]);
    const events = createEvents(10, "sent while away");
    expect((await send(events)).status).toBe(200);
    await expect.poll(() => readiness("?full")).toBe(200);
    await drained(stores);
    expect((await idsOf("sent while away")).unique).toHaveLength(10);
  });
});

describe("an https PUBLIC_URL without trusted proxies", () => {
  it.each([
    [{ PUBLIC_URL: "https://trellis.example" }, 1],
    [{ PUBLIC_URL: "https://trellis.example", TRUSTED_PROXIES: "10.0.0.0/8" }, 0],
    [{ PUBLIC_URL: "http://trellis.example" }, 0],
  ])("logs a warning: %j", async (env, expected) => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
    const other = temporaryDir();
    await (await startTestApp({ dataDir: other, stores: await borrowTestStores(), env, log })).stop();
    expect(lines.filter((line) => line.includes("TRUSTED_PROXIES is empty"))).toHaveLength(expected);
  });
});
