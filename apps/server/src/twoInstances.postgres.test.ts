import type { FlagDefinition } from "@marquee/contract";
import {
  CONTENT_API,
  type ContentState,
  type SpoolResponse,
  type SystemResponse,
} from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { IS_SOAK } from "../../../scripts/test/soak.mjs";
import { ensureOwner } from "./domains/accounts/accounts.ts";
import { startRecords } from "./platform/storage/records/startRecords.ts";
import { type ForkedApp, forkApp } from "./testing/forkApp.ts";
import { type ReadStream, readStream } from "./testing/readStream.ts";
import { startSharedStores } from "./testing/sharedStores.ts";
import type { TestEngine } from "./testing/startEngine.ts";
import { migrationsFolder, silent } from "./testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";

/*
 * Two servers behind a load balancer: each has its own data folder; they share PostgreSQL and ClickHouse. Our event process simulates
 * ClickHouse, whose HTTP interface it implements.
 */
const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const ORIGIN = "http://127.0.0.1:3000";
const KILLS = IS_SOAK ? 10 : 1;
const SENDERS = IS_SOAK ? 8 : 4;
/** Acknowledged batches between two kills. */
const BATCHES = IS_SOAK ? 400 : 30;
const FLAG_CHANGES = IS_SOAK ? 100 : 3;
const FLAG = "two.instances";
const PUBLICATIONS = IS_SOAK ? 50 : 3;
const PUBLICATION_KILLS = IS_SOAK ? 30 : 1;
/** Of a change on the other instance, in milliseconds. Only `npm run test:soak` has the machine to itself. */
const LONGEST_DELAY = IS_SOAK ? 1000 : Number.POSITIVE_INFINITY;

let dirs: { engine: string; one: string; other: string };
let engine: TestEngine;
let env: Record<string, string>;
let one: ForkedApp;
let other: ForkedApp;

beforeAll(async () => {
  dirs = { engine: createTemporaryDir(), one: createTemporaryDir(), other: createTemporaryDir() };
  ({ engine, env } = await startSharedStores(dirs.engine, ORIGIN));
  // Both find empty stores, and create all tables.
  [one, other] = await Promise.all([start(dirs.one), start(dirs.other)]);
  await createOwner(env.DATABASE_URL ?? "");
});
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()]);
  await engine?.kill();
  for (const dir of Object.values(dirs)) removeDir(dir);
});

const start = (dir: string) => forkApp(dir, env, "whole");

async function createOwner(databaseUrl: string): Promise<void> {
  const unused = { dataDir: "", preparedFolder: null };
  const records = await startRecords({ ...unused, databaseUrl, migrationsFolder, log: silent });
  await ensureOwner(records.db, OWNER, silent);
  await records.stop();
}

interface ApiRequest {
  cookie?: string;
  method?: "POST" | "PUT";
  body?: object;
}

/** Uses the console's API of an instance. */
function callApi(
  { url }: ForkedApp,
  path: string,
  { cookie = "", method, body }: ApiRequest,
): Promise<Response> {
  return fetch(`${url}/console/api${path}`, {
    headers: { origin: ORIGIN, cookie, "content-type": "application/json" },
    ...(method && { method, body: JSON.stringify(body ?? {}) }),
  });
}

/** @returns the session's cookie. */
async function signIn(app: ForkedApp): Promise<string> {
  const answer = await callApi(app, "/sign-in", { method: "POST", body: OWNER });
  expect(answer.status).toBe(200);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

const accountOf = async (app: ForkedApp, cookie: string) =>
  ((await (await callApi(app, "/session", { cookie })).json()) as { account: { email: string } | null })
    .account;

describe("two instances on the same PostgreSQL and ClickHouse", () => {
  it("know each other by their heartbeats", async () => {
    const cookie = await signIn(one);
    for (const app of [one, other])
      await expect
        .poll(async () => {
          const { instances } = (await (await callApi(app, "/system", { cookie })).json()) as SystemResponse;
          return instances.map(({ report }) => report?.checks.records);
        })
        .toEqual(["ok", "ok"]);
  });

  it("share console sessions: signing in on one is signing in on both, and so is signing out", async () => {
    const cookie = await signIn(one);
    expect(await accountOf(other, cookie)).toMatchObject({ email: OWNER.email });
    expect((await callApi(other, "/sign-out", { cookie, method: "POST" })).status).toBe(200);
    expect(await accountOf(one, cookie)).toBeNull();
  });

  it("share flags: a change on one reaches the streams of the other", async () => {
    const cookie = await signIn(one);
    const stream = await readStream(`${other.url}/sub/sdk-local`);
    await vi.waitUntil(() => stream.text() !== "");
    const delays: number[] = [];
    for (let revision = 0; revision < FLAG_CHANGES; revision += 1) {
      const isOn = revision % 2 === 0;
      const heard = nextEvent(stream);
      await saveFlag(one, { cookie, revision, isOn });
      const savedAt = performance.now();
      await heard;
      delays.push(performance.now() - savedAt);
      expect(await servedValue(other)).toBe(isOn);
    }
    stream.close();
    expect(Math.max(...delays)).toBeLessThan(LONGEST_DELAY);
  });

  it("share content: what one publishes, the other serves", async () => {
    const cookie = await signIn(one);
    const key = await createContentKey(cookie);
    const delays: number[] = [];
    for (let text = 0; text < PUBLICATIONS; text += 1) {
      await publish(one, cookie, await fillDraft(one, cookie, `Privacy ${text}`));
      const publishedAt = performance.now();
      await vi.waitUntil(async () => (await servedText(other, cookie)).includes(`"Privacy ${text}"`), {
        timeout: 30_000,
        interval: 5,
      });
      delays.push(performance.now() - publishedAt);
      expect(await publishedTexts(other, key)).toEqual([`Privacy ${text}`, `Privacy ${text}`]);
    }
    delays.sort((before, after) => before - after);
    if (IS_SOAK)
      console.log(`Publication on the other instance after ${delays.map((delay) => Math.round(delay))} ms.`);
    // publishing.test.ts proves that it is notified and does not only poll every 15 s.
    expect(Math.max(...delays)).toBeLessThan(LONGEST_DELAY);
  });

  it(`have the old or the new content, never a mix, in ${PUBLICATION_KILLS} kills while one publishes`, async () => {
    const key = await createContentKey(await signIn(other));
    let before = (await publishedTexts(other, key))[0] ?? "";
    for (let kill = 0; kill < PUBLICATION_KILLS; kill += 1) {
      const cookie = await signIn(one);
      const text = `Killed ${kill}`;
      const draft = await fillDraft(one, cookie, text);
      const published = publish(one, cookie, draft).catch(() => null);
      // Anywhere in the publication, which takes some ten milliseconds, or just after it.
      await new Promise((resolve) => setTimeout(resolve, (kill * 7) % 40));
      await one.kill();
      await published;
      const [english, german] = await publishedTexts(other, key);
      expect(german).toBe(english);
      expect([before, text]).toContain(english);
      one = await start(dirs.one);
      expect(await publishedTexts(one, key)).toEqual([english, english]);
      before = english ?? "";
    }
  });

  it(`lose no acknowledged event and count none twice in ${KILLS} kills under load`, async () => {
    const sent: Sent = { acknowledged: new Set(), batches: 0, refused: 0 };
    const load = startLoad(sent, () => [one, other]);
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sendMore(sent);
        // Kills each in turn. Its senders continue with the other one; events acknowledged by the killed one wait in its
        // spool.
        if (kill % 2 === 0) other = await killAndRestart(other, dirs.other, sent);
        else one = await killAndRestart(one, dirs.one, sent);
      }
      await sendMore(sent);
    } finally {
      await load.stop();
    }
    expect(sent.refused).toBeGreaterThan(0);
    await sendTwice();
    await drained();

    expect(await storedIds()).toEqual([...sent.acknowledged, ...TWICE].sort());
    const stored = "SELECT message_id AS id FROM events WHERE startsWith(message_id, 'twice-')";
    expect(await query(stored)).toHaveLength(2 * TWICE.length);
    // For docs/operations.md.
    if (IS_SOAK)
      console.log(
        `${KILLS} kills: ${sent.acknowledged.size + TWICE.length} events acknowledged in ${sent.batches} batches, ${sent.refused} requests repeated at the other instance; ${(await storedIds()).length} unique, ${(await query("SELECT message_id FROM events")).length} rows stored.`,
      );
  }, 900_000);
});

const TEXTS = ["copy:en:shell", "copy:de:shell"];
const POINTER = "/footer/privacy";

async function createContentKey(cookie: string): Promise<string> {
  const answer = await callApi(other, "/api-keys", {
    cookie,
    method: "POST",
    body: { name: "Content", scope: "content" },
  });
  return ((await answer.json()) as { key: string }).key;
}

/** A draft that changes the same text in two languages. @returns its ID. */
async function fillDraft(app: ForkedApp, cookie: string, value: string): Promise<number> {
  const created = await callApi(app, "/content/drafts", { cookie, method: "POST", body: { name: value } });
  const { id } = (await created.json()) as { id: number };
  for (const item of TEXTS) {
    const body = { item, pointer: POINTER, value, revision: 0 };
    const saved = await callApi(app, `/content/drafts/${id}/field`, { cookie, method: "PUT", body });
    expect(saved.status).toBe(200);
  }
  return id;
}

function publish(app: ForkedApp, cookie: string, draft: number): Promise<Response> {
  return callApi(app, `/content/drafts/${draft}/publish`, { cookie, method: "POST", body: { note: "" } });
}

/** The text that an instance serves, without a new lookup. */
async function servedText(app: ForkedApp, cookie: string): Promise<string> {
  return (await callApi(app, `/content/items/${encodeURIComponent(TEXTS[0] ?? "")}`, { cookie })).text();
}

/** The published text in both languages, as of one moment. */
async function publishedTexts({ url }: ForkedApp, key: string): Promise<string[]> {
  const answer = await fetch(`${url}${CONTENT_API}/state`, { headers: { authorization: `Bearer ${key}` } });
  const { items } = (await answer.json()) as ContentState;
  return TEXTS.map((item) => String((items[item]?.published as Texts | undefined)?.footer.privacy));
}

interface Texts {
  footer: { privacy: string };
}

interface FlagChange {
  cookie: string;
  revision: number;
  isOn: boolean;
}

async function saveFlag(app: ForkedApp, { cookie, revision, isOn }: FlagChange): Promise<void> {
  const definition: FlagDefinition = {
    key: FLAG,
    type: "boolean",
    description: "",
    defaultValue: isOn,
    rules: [],
    isArchived: false,
    environments: ["production"],
  };
  const answer = await callApi(app, `/flags/${FLAG}`, {
    cookie,
    method: "PUT",
    body: { definition, revision },
  });
  expect(answer.status).toBe(200);
}

/** Resolves once more arrives on a stream. */
async function nextEvent(stream: ReadStream): Promise<void> {
  const lengthBefore = stream.text().length;
  await vi.waitUntil(() => stream.text().length > lengthBefore, { timeout: 30_000, interval: 5 });
}

async function servedValue({ url }: ForkedApp): Promise<unknown> {
  const answer = await fetch(`${url}/api/features/sdk-local`);
  const { features } = (await answer.json()) as { features: Record<string, { defaultValue: unknown }> };
  return features[FLAG]?.defaultValue;
}

interface Sent {
  acknowledged: Set<string>;
  /** Acknowledged ones. */
  batches: number;
  /** Requests without an acknowledgment, which were repeated at the other instance. */
  refused: number;
}

/** Sends batches to both instances until it is stopped. A batch without an acknowledgment is sent again, to the other one. */
function startLoad(sent: Sent, instances: () => ForkedApp[]) {
  let isStopped = false;
  const run = async (sender: number) => {
    for (let number = 0; !isStopped; number += 1) {
      const ids = Array.from({ length: 1 + (number % 5) }, (_, index) => `${sender}-${number}-${index}`);
      for (let attempt = sender; !(await send(instances()[attempt % 2], ids)); attempt += 1) {
        if (isStopped) return;
        sent.refused += 1;
      }
      for (const id of ids) sent.acknowledged.add(id);
      sent.batches += 1;
    }
  };
  const senders = Array.from({ length: SENDERS }, (_, sender) => run(sender));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(senders);
    },
  };
}

/** @returns whether the instance has acknowledged the events. */
async function send(app: ForkedApp | undefined, ids: readonly string[]): Promise<boolean> {
  const batch = ids.map((messageId) => ({ type: "track", event: "e", anonymousId: "a", messageId }));
  const body = JSON.stringify({ writeKey: "local", batch });
  return fetch(`${app?.url}/v1/b`, { method: "POST", body }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function sendMore(sent: Sent): Promise<void> {
  const enough = sent.batches + BATCHES;
  await vi.waitUntil(() => sent.batches >= enough, { timeout: 60_000 });
}

/** Kills an instance, waits until a sender has noticed, and starts it again on its folder. */
async function killAndRestart(app: ForkedApp, dir: string, sent: Sent): Promise<ForkedApp> {
  const before = sent.refused;
  await app.kill();
  await vi.waitUntil(() => sent.refused > before, { timeout: 60_000 });
  await sendMore(sent);
  return start(dir);
}

const TWICE = Array.from({ length: 20 }, (_, index) => `twice-${index}`);

/** Sends the same events to both, as a browser does whose first response was lost. Neither knows what the other has received. */
async function sendTwice(): Promise<void> {
  // A merge would remove one of the two.
  await engine.client.command({ query: "SYSTEM STOP MERGES events" });
  expect(await Promise.all([one, other].map((app) => send(app, TWICE)))).toEqual([true, true]);
}

/** Waits until both instances have moved all events to the event store. */
async function drained(): Promise<void> {
  const cookie = await signIn(one);
  const depthOf = async (app: ForkedApp) =>
    ((await (await callApi(app, "/quality/spool", { cookie })).json()) as SpoolResponse).events.depth;
  await vi.waitUntil(async () => (await depthOf(one)) + (await depthOf(other)) === 0, {
    timeout: 60_000,
    interval: 50,
  });
}

async function storedIds(): Promise<string[]> {
  const rows = await query<{ id: string }>("SELECT message_id AS id FROM events_unique");
  return rows.map(({ id }) => id).sort();
}

async function query<Row>(sql: string): Promise<Row[]> {
  return (await engine.client.query({ query: sql, format: "JSONEachRow" })).json<Row>();
}
