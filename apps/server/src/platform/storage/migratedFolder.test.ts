import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { ONE_DAY } from "@marquee/contract";
import { open } from "lmdb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askStore } from "../../domains/questions/queries/askStore.ts";
import type { Question } from "../../domains/questions/queries/question.types.ts";
import { drained, startTestEvents, startTestStores, type TestStores } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "../../testing/temporaryDir.ts";
import { sessionsWhere } from "./events/queries/sessions.ts";
import { reconcile } from "./reconcile.ts";
import { startSpool } from "./spool/spool.ts";

/** See README.md there. */
const ARCHIVE = join(import.meta.dirname, "testing/before007.tar.br");
const DEMO_EVENTS = 1212;
/** When the archive was created. */
const DAY = Date.UTC(2026, 10, 24);
const DAYS = { from: DAY - 3 * ONE_DAY, to: DAY + ONE_DAY };
const QUESTION: Question = {
  metrics: ["visitors", "pageviews", "visits"],
  dimensions: [],
  conditions: [],
  goals: [],
  order: [],
  limit: 1,
  offset: 0,
  range: DAYS,
  tz: "UTC",
  weekStart: 1,
};

const dataDir = createTemporaryDir();
let stores: TestStores;
beforeAll(async () => {
  mkdirSync(dataDir, { recursive: true });
  const archive = brotliDecompressSync(readFileSync(ARCHIVE));
  expect(spawnSync("tar", ["-xf", "-", "-C", dataDir], { input: archive }).status).toBe(0);
  stores = await startTestStores(dataDir);
  await drained(stores);
  while (stores.recordings.spool.depth() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}, 120_000);
afterAll(async () => {
  await stores.stop();
  removeDir(dataDir);
});

it("keeps all events, those in the spool too, and fills their new columns", async () => {
  const { eventStore } = stores;
  const [demo] = await eventStore.query(
    `SELECT toUInt32(count()) AS events, toUInt32(countIf(channel = '' OR site = '' OR host = '' OR visit_source = '(internal)')) AS incomplete
     FROM events_unique WHERE demo = 1`,
  );
  expect(demo).toEqual({ events: DEMO_EVENTS, incomplete: 0 });
  const visits = await eventStore.query(
    `SELECT visitor_id, toUInt32(count()) AS events, arraySort(groupUniqArray(concat(source, ': ', channel))) AS channels,
            any(language) AS language, any(screen_class) AS screen, any(site) AS site, any(host) AS host
     FROM events_unique WHERE demo = 0 GROUP BY visitor_id ORDER BY visitor_id`,
  );
  const place = { site: "trellis.example", host: "localhost:3311" };
  const german = { language: "de", screen: "1200-1599" };
  expect(visits).toEqual([
    {
      visitor_id: "user-7",
      events: 1,
      channels: ["(direct): direct"],
      language: "",
      screen: "",
      ...place,
      host: "trellis.example",
    },
    {
      visitor_id: "visitor-ann",
      events: 4,
      channels: ["(internal): organic-search", "Google: organic-search"],
      ...german,
      ...place,
    },
    {
      visitor_id: "visitor-ben",
      events: 4,
      channels: ["(direct): direct", "(internal): email", "newsletter: email"],
      language: "en",
      screen: "<500",
      ...place,
    },
    {
      visitor_id: "visitor-bot",
      events: 1,
      channels: ["(direct): direct"],
      language: "",
      screen: "",
      ...place,
    },
    {
      visitor_id: "visitor-cat",
      events: 5,
      channels: ["(direct): direct", "(internal): organic-social"],
      ...german,
      ...place,
    },
    {
      visitor_id: "visitor-dan",
      events: 4,
      channels: ["(internal): organic-search", "DuckDuckGo: organic-search"],
      language: "fr",
      screen: "1600+",
      ...place,
    },
  ]);
});

it("counts sessions with their dimensions, and the same figures as the events, before and after reconciling", async () => {
  const { eventStore } = stores;
  const figures = async () => ({
    questions: await askStore(eventStore, QUESTION),
    sessions: await eventStore.query(
      `SELECT visitor_id, site, entry_page, exit_page, source, channel, utm_source, utm_campaign, goals
       FROM ${sessionsWhere("startsWith(visitor_id, 'visitor-')")} ORDER BY visitor_id`,
    ),
  });
  const before = await figures();
  const pages = {
    site: "trellis.example",
    entry_page: "/",
    exit_page: "/pricing",
    utm_source: "",
    utm_campaign: "",
  };
  const goals = ["Form Sent", "click web"];
  expect(before.sessions).toEqual([
    { visitor_id: "visitor-ann", ...pages, source: "Google", channel: "organic-search", goals },
    {
      visitor_id: "visitor-ben",
      ...pages,
      source: "newsletter",
      channel: "email",
      utm_source: "newsletter",
      utm_campaign: "june",
      goals,
    },
    { visitor_id: "visitor-cat", ...pages, source: "X", channel: "organic-social", goals },
    { visitor_id: "visitor-dan", ...pages, source: "DuckDuckGo", channel: "organic-search", goals },
  ]);
  const [counted] = await eventStore.query(
    `SELECT toUInt32(uniqExact(visitor_id)) AS visitors, toUInt32(count()) AS pageViews, toUInt32(uniqExact(visitor_id, session_id)) AS sessions
     FROM events_unique WHERE type = 'page' AND bot = '' AND audience != 'customer'
       AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`,
    DAYS,
  );
  expect(before.questions).toMatchObject([{ metrics: Object.values(counted as object) }]);

  expect(await reconcile(stores, { margin: 0 })).toBeGreaterThan(3);
  expect(await figures()).toEqual(before);
  await eventStore.command("OPTIMIZE TABLE sessions FINAL");
  expect(await figures()).toEqual(before);
});

it("keeps clicks, scrolling and RUM events, without queries in what is kept longer", async () => {
  const { eventStore } = stores;
  expect(
    await eventStore.query(
      "SELECT visitor_id, type, toUInt32(sum(clicks)) AS clicks, any(path) AS path FROM interactions FINAL GROUP BY visitor_id, type ORDER BY visitor_id, type",
    ),
  ).toEqual([
    { visitor_id: "visitor-ann", type: "click", clicks: 2, path: "/pricing" },
    { visitor_id: "visitor-ann", type: "scroll", clicks: 0, path: "/pricing" },
    { visitor_id: "visitor-dan", type: "click", clicks: 1, path: "/pricing" },
  ]);
  const lines = await eventStore.query<Record<string, string>>(
    `SELECT type, name, view_name, environment, error_message, error_stack, linked_session > 0 AS isLinked
     FROM monitoring_events FINAL ORDER BY type, error_message`,
  );
  const common = { view_name: "Pricing", environment: "production", isLinked: 1 };
  const stack = "TypeError: x is null\n  at render (http://localhost:3311/assets/a.js:1:2:3)".replace(
    ":1:2:3",
    ":2:3",
  );
  expect(lines.map(({ error_stack, ...line }) => line)).toEqual([
    { type: "error", name: "TypeError", error_message: "x is null", ...common },
    { type: "error", name: "TypeError", error_message: "y is null", ...common },
    { type: "resource", name: "https://cdn.example/logo.svg", error_message: "", ...common },
    { type: "view", name: "", error_message: "", ...common },
  ]);
  expect(lines.map(({ error_stack }) => error_stack)).toEqual([stack, stack.replace("x is", "y is"), "", ""]);
});

it("changes nothing at the next start", async () => {
  const read = (store: Pick<TestStores, "eventStore">["eventStore"]) =>
    store.query(
      "SELECT name, create_table_query FROM system.tables WHERE database = 'default' ORDER BY name",
    );
  const count = "SELECT toUInt32(count()) AS n FROM events_unique";
  const before = [await read(stores.eventStore), await stores.eventStore.query(count)];
  await stores.stop();
  stores = await startTestStores(dataDir);
  expect([await read(stores.eventStore), await stores.eventStore.query(count)]).toEqual(before);
});

const NEWER =
  "was written by a newer version of Marquee. Start that version, or restore the data from a backup made before the upgrade.";

it("rejects an event store of a newer version", async () => {
  const dir = temporaryDir();
  const store = await startTestEvents(dir);
  await store.insert("schema_migrations", [{ number: 99, name: "later", digest: "d" }], "later");
  await store.stop();
  await expect(startTestEvents(dir)).rejects.toThrow(`The event store ${NEWER}`);
});

it("rejects a spool of a newer version", async () => {
  const dir = temporaryDir();
  await startSpool({ dir }).stop();
  const root = open({ path: dir, maxDbs: 6 });
  root.openDB({ name: "about", encoding: "msgpack" }).putSync("format", 99);
  await root.close();
  expect(() => startSpool({ dir })).toThrow(`The spool of waiting events ${NEWER}`);
});
