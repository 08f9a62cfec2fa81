import { randomUUID } from "node:crypto";
import { COUNTERS } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sites } from "../domains/site/tables.ts";
import { addSession } from "../testing/addSession.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { replaySegment, SEGMENT_START, USER_AGENT } from "../testing/replaySegment.ts";
import { startTestApp, type TestApp } from "../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";

const PUBLIC_URL = "http://trellis.example";
const dataDir = createTemporaryDir();
let server: TestApp;
let signedIn: string;

beforeAll(async () => {
  server = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    env: { TRUSTED_PROXIES: "127.0.0.1", PUBLIC_URL },
  });
  const { db } = server.stores.records;
  ({ cookie: signedIn } = await addSession(db, { email: "eve@trellis.example", role: "viewer" }));
});
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

interface Sender {
  cookie?: string;
  address?: string;
  authorization?: string;
}

async function post(
  path: string,
  body: string,
  { cookie = "", address = "203.0.113.9", authorization }: Sender,
) {
  const headers = { "user-agent": USER_AGENT, cookie, "x-forwarded-for": address };
  const answer = await fetch(server.url + path, {
    method: "POST",
    body,
    headers: { ...headers, ...(authorization && { authorization }) },
  });
  return [answer.status, await answer.json()];
}

/** @returns the ID of the visitor that the events name. */
async function sendEvents(sender: Sender): Promise<string> {
  const anonymousId = randomUUID();
  const event = () => ({ type: "page", anonymousId, messageId: randomUUID(), properties: { path: "/" } });
  const body = JSON.stringify({ writeKey: "local", batch: [event(), event()] });
  expect(await post("/v1/b", body, sender)).toEqual([200, { success: true }]);
  return anonymousId;
}

/** Whether events of each visitor are stored, after everything sent before them. */
async function areStored(...visitors: string[]): Promise<boolean[]> {
  const stranger = await sendEvents({});
  await expect.poll(() => server.stores.spool.depth(), { timeout: 30_000 }).toBe(0);
  const rows = await server.stores.eventStore.query<{ visitor: string }>(
    "SELECT DISTINCT visitor_id AS visitor FROM events WHERE has({visitors:Array(String)}, visitor_id)",
    { visitors: [stranger, ...visitors] },
  );
  const stored = new Set(rows.map(({ visitor }) => visitor));
  expect(stored).toContain(stranger);
  return visitors.map((visitor) => stored.has(visitor));
}

/** Count of a counter in the event store, once it is at least `least`. */
async function countOf(name: string, label: string, least: number): Promise<number> {
  const read = async () => {
    const sql = `SELECT toUInt32(sum(count)) AS n FROM tallies WHERE name = '${name}' AND label = '${label}'`;
    return (await server.stores.eventStore.query<{ n: number }>(sql))[0]?.n ?? 0;
  };
  let count = 0;
  const isEnough = async () => {
    count = await read();
    return count >= least;
  };
  await expect.poll(isEnough, { timeout: 30_000, interval: 1000 }).toBe(true);
  return count;
}

const ask = (method: "GET" | "PUT", cookie: string, isCounted?: boolean, origin = PUBLIC_URL) =>
  fetch(`${server.url}/console/api/counting`, {
    method,
    headers: { cookie, origin, ...(method === "PUT" && { "content-type": "application/json" }) },
    ...(method === "PUT" && { body: JSON.stringify({ isCounted }) }),
  });

it("stores an unknown visitor's events, whatever their cookies contain", async () => {
  const senders = [{}, { cookie: "marquee_console=made-up" }];
  expect(await areStored(...(await Promise.all(senders.map(sendEvents))))).toEqual([true, true]);
});

it("counts the events of a signed-in browser without storing them, until it signs out", async () => {
  const visitor = await sendEvents({ cookie: signedIn });
  expect(await areStored(visitor)).toEqual([false]);
  expect(await countOf(COUNTERS.excluded, "signed_in", 2)).toBe(2);
});

it("excludes a browser that opted out, which requires a request from the site itself and can be undone", async () => {
  expect(await (await ask("GET", "")).json()).toEqual({ isCounted: true });
  expect((await ask("PUT", "", false, "https://elsewhere.example")).status).toBe(403);
  const answer = await ask("PUT", "", false);
  const set = answer.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/^marquee_uncounted=1; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  const [cookie = ""] = set.split(";");
  expect(await (await ask("GET", cookie)).json()).toEqual({ isCounted: false });
  const visitor = await sendEvents({ cookie });
  expect(await areStored(visitor)).toEqual([false]);
  expect(await countOf(COUNTERS.excluded, "opted_out", 2)).toBe(2);
  expect((await ask("PUT", cookie, true)).headers.get("set-cookie")).toContain(
    "marquee_uncounted=; Max-Age=0",
  );
});

it("excludes listed addresses and ranges, but not the visitors of a listed server", async () => {
  const { db, announce } = server.stores.records;
  await db.update(sites).set({ excludedAddresses: ["198.51.100.0/24", "2001:db8::/48", "192.0.2.7"] });
  await announce("marquee_site");
  const listed = { address: "198.51.100.200" };
  await expect.poll(async () => areStored(await sendEvents(listed))).toEqual([false]);
  const authorization = `Basic ${Buffer.from("local:").toString("base64")}`;
  const senders: Sender[] = [
    { address: "2001:db8:0:1::5" },
    { address: "::ffff:192.0.2.7" },
    { address: "198.51.101.1" },
    { address: "192.0.2.7", authorization },
  ];
  const stored = await areStored(...(await Promise.all(senders.map(sendEvents))));
  expect(stored).toEqual([false, false, true, true]);
  expect(await countOf(COUNTERS.excluded, "address", 6)).toBeGreaterThanOrEqual(6);
});

it("also excludes segments, interactions and RUM lines, and accepts them as usual", async () => {
  const sender = { cookie: signedIn };
  const query = { device_id: "eve", session_id: String(SEGMENT_START), api_key: "local" };
  const segment = JSON.stringify(replaySegment({ recordingId: "of-eve" }));
  const replay = `/v1/replay?${new URLSearchParams({ ...query, type: "replay" })}`;
  expect(await post(replay, segment, sender)).toEqual([200, { success: true }]);
  const click = { type: "click", timestamp: SEGMENT_START, pageUrl: "https://trellis.example/", x: 1, y: 2 };
  const sizes = { viewportWidth: 800, viewportHeight: 600 };
  const clicks = JSON.stringify({ version: 1, events: [{ ...click, ...sizes }] });
  const interactions = `/v1/replay?${new URLSearchParams({ ...query, type: "interaction" })}`;
  expect(await post(interactions, clicks, sender)).toEqual([200, { success: true }]);
  const line = {
    type: "view",
    date: SEGMENT_START,
    application: { id: "a" },
    session: { id: "s", type: "user" },
    view: { id: "v", url: "https://trellis.example/", time_spent: 1 },
  };
  const rum = `/v1/monitoring?ddforward=${encodeURIComponent("/api/v2/rum?dd-api-key=local")}`;
  expect(await post(rum, JSON.stringify(line), sender)).toEqual([202, { success: true }]);
  expect(await countOf(COUNTERS.excludedRecords, "signed_in", 3)).toBe(3);
  expect(server.stores.recordings.spool.depth()).toBe(0);
  const tables = ["replay_segments", "interactions", "monitoring_events"];
  const rows = tables.map((table) => `SELECT '${table}' AS stored FROM ${table}`);
  expect(await server.stores.eventStore.query(rows.join(" UNION ALL "))).toEqual([]);
});
