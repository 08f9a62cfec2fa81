import { randomUUID } from "node:crypto";
import { DrizzleQueryError, eq } from "drizzle-orm";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "./domains/apiKeys/apiKeyStore.ts";
import { leads } from "./domains/leads/tables.ts";
import { addSession } from "./testing/addSession.ts";
import { borrowTestStores } from "./testing/borrowStores.ts";
import { failingStores } from "./testing/failingStores.ts";
import { bodiesOf, EVENT, FORM, type Route, routesOf, UPLOAD } from "./testing/routeTable.ts";
import { sampleOf, textsIn } from "./testing/sampleOf.ts";
import { startTestApp, type TestApp } from "./testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";
import { writeBuild } from "./testing/writeBuild.ts";

const ORIGIN = "https://trellis.example";
/**
 * PostgreSQL can store the first one nowhere, and none of them in JSON. A URL can only contain the first one.
 */
const HOSTILE = ["a\u0000b", "\ud800", "\udc00", "a\ud800b"] as const;
/** Property names that every object inherits. */
const INHERITED = ["toString", "__proto__", "constructor", "hasOwnProperty"] as const;
const CANARY = "canary@acme.example";
/** Texts that only occur in database errors. */
const OF_A_DATABASE =
  /\bselect\b.+\bfrom\b|insert into|delete from|failed query|byte sequence|unicode escape|DrizzleQueryError|params:|DB::Exception/i;

/** Routes that know the names of their query parameters. The last one of each API handles unknown endpoints. */
const KNOWS_NAMES = /^\w+ \/(?:console\/api|api\/v2|api\/content\/v1)\/(?!\*)/;
/** Routes that accept any text: pages, files, events, flags, links with a token, cost files, visitors' input. All others reject it. */
const TAKES_ANY_TEXT = [
  /^\w+ \/(?:v1\/|m$|location$|api\/(?:features|eval)\/|sub\/)/,
  /^GET \/(?:$|healthz$|readyz$|demo\/frame|[\w-]+\.\w+$|speculation-rules\/|content\/|assets\/|marquee\/)/,
  /^GET \/console(?:$|\/\*|\/assets\/|\/replays\/:id$|\/archive\/files\/)/,
  /^\w+ \/(?:shared|preview|digest\/unsubscribe|reports\/unsubscribe)\//,
  /^\w+ \/(?:console\/api|api\/v2|api\/content\/v1)\/\*/,
  /^POST \/(?:leads|hooks\/leads|console\/api\/ad-costs\/preview)$|^GET \/leads\/sent\//,
];
interface Sent {
  /** Value of each path parameter. */
  param?: string;
  query?: string;
  body?: unknown;
}

const dataDir = createTemporaryDir();
const routes: Route[] = [];
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
    env: { PUBLIC_URL: ORIGIN },
    onRoute: (route) => routes.push(...routesOf(route)),
  });
  const { db } = app.stores.records;
  const owner = { email: "owner@trellis.example", role: "owner", isSecure: true } as const;
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

/**
 * Sends a request as the owner, each from a different network. @throws if the reply is an error of a database.
 */
async function send(route: Pick<Route, "method" | "url">, { param = "sample", query = "", body }: Sent = {}) {
  sent += 1;
  const path = route.url.replace(/:\w+|\*/g, param);
  const key = path.startsWith("/api/content") ? keys.content : keys.figures;
  const isRead = route.method !== "POST" && route.method !== "PUT";
  const reply = await app.app.server.inject({
    method: route.method,
    url: query ? `${path}?${query}` : path,
    remoteAddress: `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
    headers: {
      origin: ORIGIN,
      cookie,
      "accept-encoding": "identity",
      ...(path.startsWith("/api/") && { authorization: `Bearer ${key}` }),
      ...(!isRead && { "content-type": `application/${path === UPLOAD ? "octet-stream" : "json"}` }),
    },
    ...(!isRead && { payload: JSON.stringify(body ?? {}) }),
  });
  expect([path, textOf(reply).match(OF_A_DATABASE)]).toEqual([path, null]);
  return reply;
}

const textOf = ({ body, headers }: LightMyRequestResponse) => `${JSON.stringify(headers)} ${body}`;

/** Requests with a text in each place: every path parameter, query parameter, body field, and name. */
function requestsWith(route: Route, texts: readonly string[]): Sent[] {
  const inUrl = encodeURIComponent(texts[0] ?? "");
  const names = Object.keys(route.querystring?.properties ?? {});
  const bodies = new Map<string, Sent>();
  const put = (place: string, replace: (text: string) => unknown) => {
    const text = texts[bodies.size % texts.length] ?? "";
    if (!bodies.has(place)) bodies.set(place, { body: replace(text) });
  };
  for (const body of bodiesOf(route)) {
    for (const [pointer, replace] of textsIn(body)) put(pointer, replace);
    put("an unknown field", (text) => ({ ...(body as object), unknown: text }));
    put("a name", (text) => ({ ...(body as object), unknown: [{ [text]: 1 }] }));
  }
  return [
    ...(/[:*]/.test(route.url) ? [{ param: inUrl }] : []),
    ...names.map((name) => ({ query: `${name}=${inUrl}` })),
    { query: `${inUrl}=1` },
    ...bodies.values(),
  ];
}

const takesAnyText = ({ name }: Route) => TAKES_ANY_TEXT.some((each) => each.test(name));

describe("a character that PostgreSQL does not store", () => {
  it("is rejected, with its position, by every route whose texts may be stored", async () => {
    const refusing = routes.filter((route) => !takesAnyText(route));
    expect(refusing.length).toBeGreaterThan(200);
    for (const route of refusing)
      for (const request of requestsWith(route, HOSTILE)) {
        const { statusCode, body } = await send(route, request);
        const what = [route.name, request];
        expect([what, statusCode, body]).toEqual([
          what,
          400,
          expect.stringContaining("which can't be stored"),
        ]);
      }
  });

  it("has no effect on routes that store no raw text of a request", async () => {
    for (const route of routes.filter(takesAnyText)) {
      const harmless = requestsWith(route, ["sample"]);
      for (const [index, request] of requestsWith(route, HOSTILE).entries()) {
        const { statusCode } = await send(route, request);
        const expected = (await send(route, harmless[index])).statusCode;
        expect([route.name, request, statusCode]).toEqual([route.name, request, expected]);
        expect(statusCode).toBeLessThan(500);
      }
    }
  });

  it("does not prevent events from being accepted", async () => {
    for (const text of HOSTILE) {
      const event = { ...EVENT, event: text, anonymousId: text, properties: { [text]: text } };
      const batch = { writeKey: "local", batch: [event, EVENT] };
      for (const [url, body] of Object.entries({ "/v1/t": { writeKey: "local", ...event }, "/v1/b": batch }))
        expect((await send({ method: "POST", url }, { body, query: "zzz=%00" })).statusCode).toBe(200);
    }
  });

  it("is removed from visitors' input, in both formats of a form", async () => {
    const { db } = app.stores.records;
    const [name, message] = ["A\u0000da\ud800", "one\u0000\ud83d\u0000\ude00"];
    const form = { ...FORM, email: "a\u0000da@acme.example", name, message };
    const submissionId = randomUUID();
    const byScript = await send({ method: "POST", url: "/leads" }, { body: { ...form, submissionId } });
    expect(byScript.statusCode).toBe(200);
    const [stored] = await db.select().from(leads).where(eq(leads.submissionId, submissionId));
    expect(stored).toMatchObject({ email: "ada@acme.example", name: "Ada\ufffd", message: "one😀" });
    // Spam is stored without a second click.
    const spam = { ...form, formId: "1006", email: "eve\u0000@acme.example", homepage: "x" };
    const fields = new URLSearchParams(spam);
    const plain = await app.app.server.inject({
      method: "POST",
      url: "/leads",
      payload: fields.toString(),
      headers: { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(plain.statusCode).toBe(303);
    const [sent] = await db.select().from(leads).where(eq(leads.email, "eve@acme.example"));
    expect(sent?.message).toBe("one\ufffd\ufffd");
  });

  it.each([
    ["GET", "/console/archive/pages/%00", undefined, "The path's /version"],
    ["POST", "/console/api/sign-in", { email: "a\u0000b@acme.example", password: "p" }, "The body's /email"],
    [
      "PUT",
      "/console/api/flags/x",
      { definition: { rules: [{ conditions: [{ value: "\ud800" }] }] } },
      "The body's /definition/rules/0/conditions/0/value",
    ],
    [
      "POST",
      "/console/api/segments",
      { definition: { filters: [["is", "visit:source", ["\ud800"]]] } },
      "The body's /definition/filters/0/2/0",
    ],
    ["GET", "/console/api/privacy-requests/person?id=a%00", undefined, "The query's /id"],
  ] as const)("%s %s: says where it is", async (method, url, body, where) => {
    const reply = await send({ method, url }, { body });
    expect([reply.statusCode, reply.json().error.message]).toEqual([400, expect.stringContaining(where)]);
  });
});

describe("an unknown query parameter", () => {
  it("is rejected by the console's API and the public API, even if every object inherits such a member", async () => {
    const strictRoutes = routes.filter(({ name }) => KNOWS_NAMES.test(name));
    expect(strictRoutes.length).toBeGreaterThan(180);
    for (const [index, route] of strictRoutes.entries())
      for (const name of ["zzz", INHERITED[index % INHERITED.length] ?? ""]) {
        const { statusCode, body } = await send(route, { query: `${name}=1` });
        const what = [route.name, statusCode, body];
        expect(what).toEqual([
          route.name,
          400,
          expect.stringContaining(`Unknown query parameter \\"${name}\\"`),
        ]);
      }
  });

  it("gets an error with the parameters that the endpoint accepts", async () => {
    const messageOf = async (url: string) => (await send({ method: "GET", url })).json().error.message;
    expect(await messageOf("/console/api/privacy-requests/person?id=ann&zzz=1")).toBe(
      'Unknown query parameter "zzz". This endpoint accepts: id, scope.',
    );
    expect(await messageOf("/console/api/notes?zzz=1")).toContain("This endpoint takes none.");
  });

  it("is ignored by all other routes", async () => {
    for (const route of routes.filter(({ name }) => !KNOWS_NAMES.test(name))) {
      const [body] = bodiesOf(route);
      const [first, second] = [await send(route, { body }), await send(route, { body, query: "zzz=1" })];
      expect([route.name, second.statusCode]).toEqual([route.name, first.statusCode]);
    }
  });
});

describe("a query parameter that is sent twice", () => {
  it("is rejected if a route expects one value", async () => {
    const refused: string[] = [];
    for (const route of routes.filter(({ name, method }) => KNOWS_NAMES.test(name) && method === "GET"))
      for (const [name, schema] of Object.entries(route.querystring?.properties ?? {})) {
        if (schema.type === "array") continue;
        const query = new URLSearchParams();
        for (const each of route.querystring?.required ?? [])
          query.set(each, String(sampleOf(route.querystring?.properties?.[each] ?? {})));
        query.delete(name);
        for (let time = 0; time < 2; time += 1) query.append(name, String(sampleOf(schema)));
        const { statusCode, body } = await send(route, { query: String(query) });
        expect([route.name, statusCode, body]).toEqual([
          route.name,
          400,
          expect.stringContaining(`querystring/${name} `),
        ]);
        refused.push(name);
      }
    expect(refused.length).toBeGreaterThan(40);
  });
});

describe("an error", () => {
  const statement = `select "id" from "leads" where "email" = $1 -- ${CANARY}`;

  it.each([
    ["of a statement", "Something went wrong", new DrizzleQueryError(statement, [CANARY], new Error(CANARY))],
    [
      "of a store that is away",
      "Data is unavailable",
      Object.assign(new Error(statement), { code: "ECONNREFUSED" }),
    ],
    [
      "that has a status",
      "The request is not valid.",
      Object.assign(new Error(statement), { statusCode: 400 }),
    ],
    ["of this code", "Something went wrong", new TypeError(statement)],
  ])("%s is never quoted in a response", async (_how, message, error) => {
    failure = error;
    let failed = 0;
    for (const route of routes) {
      const query = new URLSearchParams(
        sampleOf(route.querystring ?? { type: "object" }) as Record<string, string>,
      );
      const bodies = bodiesOf(route);
      for (const [index, param] of ["1", randomUUID(), "sample"].entries()) {
        const reply = await send(route, { param, query: query.toString(), body: bodies[index] });
        expect([route.name, textOf(reply).includes(CANARY)]).toEqual([route.name, false]);
        if (reply.body.includes(message)) failed += 1;
        if (!route.url.includes(":") && bodies.length === 0) break;
      }
    }
    failure = null;
    // This shows that requests have reached the stores.
    expect(failed).toBeGreaterThan(100);
  });
});
