import { randomUUID } from "node:crypto";
import { DIMENSIONS, ONE_DAY } from "@marquee/contract";
import { CONSOLE_API, type ReplaysResponse, type Role } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accounts } from "./domains/accounts/tables.ts";
import { createApiKey } from "./domains/apiKeys/apiKeyStore.ts";
import { addSession } from "./testing/addSession.ts";
import { borrowTestStores } from "./testing/borrowStores.ts";
import { readStream } from "./testing/readStream.ts";
import { type Route, routesOf } from "./testing/routeTable.ts";
import { segmentRow } from "./testing/segmentRow.ts";
import { startTestApp, type TestApp } from "./testing/startTestApp.ts";
import { drained } from "./testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";
import { writeBuild } from "./testing/writeBuild.ts";

const ORIGIN = "https://trellis.example";
const AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
/** Every name of the visitor contains one of them. Two letters alone would occur in signatures. */
const CANARY = /zqann|zqjane|\bzq\b/i;
const USER = "zq-user-4711";
const EMAIL = "zqann.baker@acme.example";
const ENCODED = encodeURIComponent(EMAIL);
const ANONYMOUS = "11-22-33-44";
const HIDING: readonly Role[] = ["contributor", "viewer"];

const dataDir = createTemporaryDir();
const routes: Route[] = [];
let app: TestApp;
let cookie: string;
let key: string;
let alias: string;

beforeAll(async () => {
  app = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    files: writeBuild(dataDir),
    env: { PUBLIC_URL: ORIGIN },
    onRoute: (route) => routes.push(...routesOf(route)),
  });
  const { db } = app.stores.records;
  const owner = { email: "owner@trellis.example", role: "owner", isSecure: true } as const;
  ({ cookie } = await addSession(db, owner));
  key = (await createApiKey(db, { name: "figures", scope: "figures" }, { by: owner.email, at: Date.now() }))
    .key;
  alias = await measure();
  await app.stores.eventStore.insert("replay_segments", RECORDED.map(recorded), "recorded");
  await drained(app.stores.spools);
});
afterAll(async () => {
  await app.stop();
  removeDir(dataDir);
});

/**
 * Properties that only look like email addresses, that are not texts, and that contain every kind of quote.
 */
const KEPT = {
  image: "/img/hero@2x.png?a=1, hero%402x.png",
  package: "pkg@1.2.3 react@18.2.0-rc.next.",
  frame: "render@app.js:10:4 a@vendor.min.js, app@next.js.",
  quoted: 'it\'s 5 \\ 6 @ "home" 100%',
  amount: 1.5,
  isNew: true,
};

/** Visitors whose recorder sends their user ID as the device ID: more than a page of the list, all at the same time. */
const RECORDED = [EMAIL, USER, ...Array.from({ length: 58 }, (_, index) => `zq-user-${index}`)];
const SESSION = Date.now();
const recorded = (visitor_id: string) =>
  segmentRow({ visitor_id, session_id: SESSION, started: SESSION, recording_id: randomUUID() });

/** Sends personal data in calls of every kind. @returns the message ID of the alias. */
async function measure(): Promise<string> {
  const aliasId = randomUUID();
  const page = { path: `/u/${EMAIL}`, url: `${ORIGIN}/u/${EMAIL}?q=${ENCODED}`, title: `Hello ${EMAIL}` };
  const context = { page, traits: { email: EMAIL, name: "zq Ann" }, userAgent: AGENT };
  const sender = { writeKey: "local", context, timestamp: new Date().toISOString() };
  const person = { anonymousId: ANONYMOUS, userId: USER };
  const properties = {
    email: EMAIL,
    contact: `mailto:${ENCODED}`,
    nested: { deep: [EMAIL] },
    user: { userId: USER, traits: { name: "zq Ann" } },
    names: ["zq Ann"],
    umlaut: "zqjane@m\u00fcller.de zqjane%40m%C3%BCller%2Ede",
    ...KEPT,
    previousId: USER,
    plan: "team",
  };
  const events = [
    { ...person, type: "identify", traits: { email: EMAIL, phone: "+49 zq", plan: "zq" } },
    { ...person, type: "page", name: "User", properties: { ...properties, ...page } },
    { ...person, type: "track", event: "Signed Up", properties },
    { ...person, type: "group", groupId: "acme", traits: { email: EMAIL } },
    { type: "alias", previousId: EMAIL, userId: USER, messageId: aliasId },
    { type: "track", event: "Renewed", userId: EMAIL, properties },
    { type: "track", event: "Renewed", userId: USER, properties },
    { type: "page", name: "User", userId: USER, properties: page },
  ];
  for (const event of events) {
    const { type } = event;
    const { statusCode, body } = await app.app.server.inject({
      method: "POST",
      url: `/v1/${type === "page" ? "p" : type === "track" ? "t" : type[0]}`,
      headers: { "user-agent": AGENT, "content-type": "application/json" },
      payload: JSON.stringify({ messageId: randomUUID(), ...sender, ...event }),
    });
    expect([type, statusCode, body]).toEqual([type, 200, expect.stringContaining("true")]);
  }
  const rejected = await app.app.server.inject({
    method: "POST",
    url: "/v1/i",
    headers: { "user-agent": AGENT, "content-type": "application/json" },
    payload: JSON.stringify({
      ...sender,
      ...person,
      traits: { name: "zq Ann", phone: "zq 49" },
      messageId: 7,
    }),
  });
  expect([rejected.statusCode, rejected.body]).toEqual([400, expect.any(String)]);
  return aliasId;
}

const span = () => ({ from: String(Date.now() - ONE_DAY), to: String(Date.now() + ONE_DAY) });

/** Screens that send a query, with its other fields. */
const SCREENS = {
  events: {},
  "events/series": {},
  "events/names": {},
  "events/properties": {},
  live: { date_range: undefined },
  "overview/notes": {},
  "page-versions": { path: "/" },
  quality: {},
  consent: {},
  "consent/receipts": {},
  speed: { vital: "lcp" },
  "speed/resources": { by: "size" },
  errors: {},
  "errors/0": {},
  heatmaps: { page: "/", kind: "all" },
  "heatmaps/pages": {},
  "heatmaps/sections": { page: "/" },
  replays: {},
};

/** Requests of every readable route, with parameters that match the most data. */
function readsOf({ name, url, querystring }: Route): string[] {
  if (!name.startsWith("GET /console/api/") || url.endsWith("*")) return [];
  const parameters = querystring?.properties ?? {};
  const values: Record<string, string> = { ...span(), limit: "50", event: "Signed Up" };
  const query = new URLSearchParams(
    Object.entries(values).filter(([each]) => Object.hasOwn(parameters, each)),
  );
  const paths = url.includes(":messageId") ? [url.replace(":messageId", alias)] : [url.replace(/:\w+/g, "0")];
  return paths.map((path) => (query.size > 0 ? `${path}?${query}` : path));
}

async function get(url: string) {
  return app.app.server.inject({ url, headers: { cookie, "accept-encoding": "identity" } });
}

async function put(url: string, payload: object) {
  const headers = { cookie, origin: ORIGIN };
  return app.app.server.inject({ method: "PUT", url: `/console/api${url}`, headers, payload });
}

async function ask(query: object, headers: object = { cookie }, url = "/console/api/query") {
  const payload = { site_id: "trellis.example", date_range: "day", ...query };
  return app.app.server.inject({ method: "POST", url, headers: { origin: ORIGIN, ...headers }, payload });
}

const askScreen = (screen: string, conditions: object) =>
  ask(conditions, { cookie }, `/console/api/query/${screen}`);

const as = (role: Role) => app.stores.records.db.update(accounts).set({ role });

it("an owner finds the personal data, so the other tests are meaningful", async () => {
  await as("owner");
  const matches: string[] = [];
  for (const url of routes.flatMap(readsOf))
    if (CANARY.test((await get(url)).body)) matches.push(url.split("?")[0] ?? "");
  for (const [screen, conditions] of Object.entries(SCREENS))
    if (CANARY.test((await askScreen(screen, conditions)).body)) matches.push(screen);
  expect(matches).toEqual(
    expect.arrayContaining(["events", "live", "quality", `/console/api/events/${alias}`]),
  );
  expect((await askScreen("events", { person: EMAIL })).json().events).toHaveLength(1);
});

it.each(HIDING)("a %s reads no personal data of a visitor on any route", async (role) => {
  await as(role);
  const reads = routes.flatMap(readsOf);
  expect(reads.length).toBeGreaterThan(60);
  const readable = Object.values(CONSOLE_API).filter(({ access }) => access?.startsWith("read"));
  expect(readable.length).toBeGreaterThan(60);
  for (const url of reads) {
    const { body } = await get(url);
    expect([url, CANARY.exec(body)?.[0]]).toEqual([url, undefined]);
  }
  for (const [screen, conditions] of Object.entries(SCREENS)) {
    const { statusCode, body } = await askScreen(screen, conditions);
    expect([screen, CANARY.exec(body)?.[0]]).toEqual([screen, undefined]);
    expect([screen, statusCode]).toEqual([screen, screen === "errors/0" ? 404 : 200]);
  }
  expect((await askScreen("events", {})).json().events).toHaveLength(8);
});

it.each(HIDING)("a %s can't look a visitor up by a user ID or email address", async (role) => {
  await as(role);
  const eventsOf = async (person: string) => (await askScreen("events", { person })).json().events.length;
  expect([await eventsOf(USER), await eventsOf(EMAIL), await eventsOf(ANONYMOUS)]).toEqual([0, 0, 4]);
});

it.each(HIDING)(
  "a %s pages through recordings of named visitors, but can't find them by name",
  async (role) => {
    await as("owner");
    await put("/replays/access", { mayViewersWatch: true });
    await as(role);
    const list = async (conditions: object): Promise<ReplaysResponse> => {
      const { statusCode, body } = await askScreen("replays", conditions);
      expect([statusCode, CANARY.exec(body)?.[0]]).toEqual([200, undefined]);
      return JSON.parse(body);
    };
    const first = await list({});
    const second = await list({ before: first.next ?? "" });
    const ids = [...first.replays, ...second.replays].map(({ id }) => id);
    expect([first.replays.length, second.replays.length, second.next]).toEqual([50, 10, null]);
    expect(new Set(ids).size).toBe(RECORDED.length);
    for (const id of [ids[0], ids.at(-1)]) {
      const { statusCode, body } = await get(`/console/api/replays/${id}`);
      expect([statusCode, CANARY.exec(body)?.[0]]).toEqual([200, undefined]);
    }
    for (const visitor of [EMAIL, USER]) expect((await list({ visitor })).replays).toEqual([]);
    await as("owner");
    expect((await askScreen("replays", { visitor: USER })).json().replays).toHaveLength(1);
    await put("/replays/access", { mayViewersWatch: false });
  },
);

it.each(HIDING)("a %s sees no names in the stream of new events", async (role) => {
  await as(role);
  const received = await readStream(`${app.url}/console/api/live/stream`, { headers: { cookie } });
  await measure();
  await expect.poll(() => received.text(), { timeout: 15_000 }).toContain("Renewed");
  expect(received.text()).not.toMatch(CANARY);
  received.close();
});

it("no figure is grouped by an email address, whoever asks", async () => {
  const dimensions = [
    "event:props:email",
    "event:props:previousId",
    "event:props:contact",
    "event:props:nested",
    "event:props:user",
    "event:props:names",
    "event:props:umlaut",
    ...Object.keys(DIMENSIONS).filter((each) => each.startsWith("event:") || each.startsWith("visit:")),
  ];
  for (const role of ["owner", ...HIDING] as const) {
    await as(role);
    for (const dimension of dimensions) {
      const { statusCode, body } = await ask({ metrics: ["visitors"], dimensions: [dimension] });
      if (role === "owner" && !dimension.startsWith("event:props:")) continue;
      expect([role, dimension, statusCode, CANARY.exec(body)?.[0]]).toEqual([
        role,
        dimension,
        expect.any(Number),
        undefined,
      ]);
    }
  }
  await as("owner");
  for (const filter of [
    ["is", EMAIL],
    ["contains", "zqann"],
    ["matches", "^zq"],
  ]) {
    const filters = [[filter[0], "event:props:email", [filter[1]]]];
    const { results } = (await ask({ metrics: ["events"], filters })).json();
    expect([filter, results]).toEqual([filter, [expect.objectContaining({ metrics: [0] })]]);
  }
  for (const [property, text] of [
    ["user", "zq"],
    ["user", "traits"],
    ["names", "zq"],
    ["umlaut", "zqjane"],
  ]) {
    const filters = [["contains", `event:props:${property}`, [text]]];
    const { results } = (await ask({ metrics: ["events"], filters })).json();
    expect([property, text, results[0].metrics]).toEqual([property, text, [0]]);
  }
  const answer = (await ask({ metrics: ["events"], filters: [["is", "event:props:plan", ["team"]]] })).json();
  expect(answer.results[0].metrics[0]).toBeGreaterThan(0);
});

it("a property that is not an email address keeps its text", async () => {
  await as("owner");
  for (const [name, value] of Object.entries(KEPT)) {
    const query = { metrics: ["events"], dimensions: [`event:props:${name}`] };
    const { results } = (await ask(query)).json();
    const values = results.map(({ dimensions }: { dimensions: string[] }) => dimensions[0]);
    expect([name, values]).toEqual([name, expect.arrayContaining([String(value)])]);
  }
});

it("an API key gets no names in any dimension", async () => {
  for (const dimension of ["event:props:email", "event:page", "event:props:contact", "visit:entry_page"]) {
    const answer = await ask(
      { metrics: ["visitors"], dimensions: [dimension] },
      { authorization: `Bearer ${key}` },
      "/api/v2/query",
    );
    expect([dimension, answer.statusCode, CANARY.exec(answer.body)?.[0]]).toEqual([
      dimension,
      200,
      undefined,
    ]);
  }
});
