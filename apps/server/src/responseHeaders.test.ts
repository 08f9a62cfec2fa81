import { archivedFilePath, archivedPagePath, LOCALES } from "@marquee/contract";
import { CONSOLE_API } from "@marquee/contract/schema";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createArchiveStore } from "./domains/archive/archiveStore.ts";
import { ROOT_FILES } from "./platform/http/assets.ts";
import { addSession } from "./testing/addSession.ts";
import { borrowTestStores } from "./testing/borrowStores.ts";
import { minimalSite } from "./testing/minimalSite.ts";
import { readStream } from "./testing/readStream.ts";
import { startTestApp, type TestApp } from "./testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";
import { writeBuild } from "./testing/writeBuild.ts";

const ORIGIN = "https://trellis.example";
const AT = Date.UTC(2026, 10, 1);
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Cached, but revalidated with the server before each use. */
const PAGE = "public, no-cache";
const SIGNED_IN = { isSignedIn: true };

interface Request extends Pick<InjectOptions, "payload"> {
  isSignedIn?: boolean;
  headers?: Record<string, string>;
}

type Row = [route: string, url: string, status: number, cacheControl: string, request?: Request];

/** Every route except those of {@link isUncached}: "METHOD pattern" as Fastify lists it, with the expected status and `Cache-Control`. */
const ROWS: Row[] = [
  ["GET /", "/", 200, PAGE],
  ["GET /broken", "/broken", 500, "no-store"],
  ["GET /pricing", "/pricing", 200, PAGE],
  ["GET /demo/frame", "/demo/frame", 200, PAGE],
  ["GET /sitemap.xml", "/sitemap.xml", 200, "public, max-age=3600"],
  ["GET /robots.txt", "/robots.txt", 200, "public, max-age=3600"],
  ...LOCALES.map((locale): Row => {
    const path = `/speculation-rules/${locale}.json`;
    return [`GET ${path}`, path, 200, "public, max-age=3600"];
  }),
  ["GET /content/:version/:locale/:file", "/content/0123456789abcdef/en/start.json", 200, IMMUTABLE],
  ["GET /content/:version/:locale/:file", "/content/unknown/en/start.json", 404, "no-store"],
  ...ROOT_FILES.map((name): Row => [`GET /${name}`, `/${name}`, 200, "public, max-age=86400"]),
  ["GET /assets/*", "/assets/site.js", 200, IMMUTABLE],
  ["GET /assets/*", "/assets/missing.js", 404, PAGE],
  ["GET /marquee.js", "/marquee.js", 200, "public, max-age=600"],
  ["GET /marquee/:file", "/marquee/connect.js", 200, IMMUTABLE],
  ["GET /marquee/:file", "/marquee/missing.js", 404, PAGE],
  ["GET /v1/snippet", "/v1/snippet", 200, "private, max-age=300"],
  ["GET /v1/snippet", "/v1/snippet", 403, "no-store", { headers: { origin: "https://evil.example" } }],
  ["GET /v1/snippet/consent", "/v1/snippet/consent?lang=de", 200, "public, max-age=300"],
  ["GET /healthz", "/healthz", 200, "no-store"],
  ["GET /readyz", "/readyz", 200, "no-store"],
  ["GET /location", "/location", 200, "private, max-age=86400"],
  ["GET /images", "/images", 400, "no-store"],
  ["GET /images/favicons/:host", "/images/favicons/unknown.example", 404, "no-store"],
  ["GET /og/:locale/*", "/og/en/missing.png", 404, "no-store"],
  ["GET /leads/ticket", "/leads/ticket?submission=1", 400, "no-store"],
  ["GET /leads/sent/:id", "/leads/sent/unknown", 404, PAGE],
  ["GET /digest/unsubscribe/:token", "/digest/unsubscribe/unknown", 404, "no-store"],
  ["POST /digest/unsubscribe/:token", "/digest/unsubscribe/unknown", 404, "no-store"],
  ["GET /reports/unsubscribe/:token", "/reports/unsubscribe/unknown", 404, "no-store"],
  ["POST /reports/unsubscribe/:token", "/reports/unsubscribe/unknown", 404, "no-store"],
  ["GET /shared/:token", "/shared/unknown", 404, "private, no-cache"],
  ["GET /shared/:token/data", "/shared/unknown/data", 404, "private, no-cache"],
  ["GET /preview/*", "/preview/unknown/pricing", 404, "private, no-store"],
  ["POST /leads", "/leads", 403, "no-store"],
  ["POST /hooks/leads", "/hooks/leads", 401, "no-store"],
  ["POST /consent", "/consent", 400, "no-store"],
  ["POST /privacy/export", "/privacy/export", 403, "no-store"],
  ["GET /v1/recording-settings", "/v1/recording-settings", 200, "public, max-age=60"],
  ["GET /v1/remote-configuration/:name", "/v1/remote-configuration/local", 200, "public, max-age=60"],
  ["GET /v1/remote-configuration/:name", "/v1/remote-configuration/unknown", 404, "no-store"],
  ["GET /v1/projects/:writeKey/settings", "/v1/projects/local/settings", 200, "public, max-age=60"],
  ["GET /v1/projects/:writeKey/settings", "/v1/projects/unknown/settings", 404, "no-store"],
  ["GET /api/features/:key", "/api/features/sdk-local", 200, PAGE],
  ["GET /api/features/:key", "/api/features/unknown", 404, "no-store"],
  ["GET /api/openapi.json", "/api/openapi.json", 200, "public, max-age=3600"],
  ["POST /api/eval/:key", "/api/eval/sdk-local", 200, "no-store", { payload: {} }],
  ["GET /sub/:key", "/sub/unknown", 404, "no-store"],
  ["GET /console", "/console", 200, "no-cache"],
  ["GET /console/*", "/console/flags", 200, "no-cache"],
  ["GET /console/replays/:id", "/console/replays/one", 200, "no-cache"],
  ["GET /console/*", "/console/index.html", 200, "no-cache"],
  ["GET /console/*", "/console/player.html", 200, "no-cache"],
  ["GET /console/assets/*", "/console/assets/console.js", 200, IMMUTABLE],
  ["GET /console/assets/*", "/console/assets/gone.js", 404, "no-store"],
  ["GET /console/archive/pages/:version", archivedPagePath("v1"), 401, "no-store"],
  ["GET /console/archive/pages/:version", archivedPagePath("v1"), 200, "private, no-cache", SIGNED_IN],
  ["GET /console/archive/files/:at/*", archivedFilePath("/a.css", AT), 401, "no-store"],
  ["GET /console/archive/files/:at/*", archivedFilePath("/a.css", AT), 200, "private, no-cache", SIGNED_IN],
];

/** Requests that no route handles. */
const OTHERS: Row[] = [
  ["an unknown page", "/nowhere", 404, PAGE],
  ["an unknown page of the event API", "/v1/nowhere", 404, PAGE],
  ["a page with a slash too many", "/pricing/", 308, "no-store"],
  ["an address that is not encoded properly", "/%zz", 404, PAGE],
  ["an address that ends within a character", "/%E0%A4%A", 404, PAGE],
  ["an address that is too long", `/api/features/${"x".repeat(2000)}`, 414, "no-store"],
];

/** Routes whose responses are never cached, because they depend on the time or the requester. */
const isUncached = (route: string) =>
  /^\w+ \/(console\/api|api\/v2|api\/content\/v1)\/|^POST \/(v1\/|m$)|^OPTIONS /.test(route);

const site = {
  ...minimalSite.bundle,
  entry: {
    ...minimalSite.bundle.entry,
    listPages: () =>
      ["/", "/pricing", "/broken"].map((path) => ({ path, locale: "en" as const, alternates: [] })),
    renderPage: async (target: { kind: string; path?: string }) => {
      if (target.path === "/broken") throw new Error("This page is broken.");
      const document = { sheet: "home", html: "<!doctype html><title>Bare</title>" };
      if (target.kind === "path") return { status: 200 as const, ...document };
      return { status: target.kind === "not-found" ? (404 as const) : (500 as const), ...document };
    },
  },
};

const dataDir = createTemporaryDir();
const routes = new Set<string>();
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  app = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    bundle: site,
    files: writeBuild(dataDir),
    env: { PUBLIC_URL: ORIGIN },
    onRoute: ({ method, url }) => {
      for (const name of [method].flat()) if (name !== "HEAD") routes.add(`${name} ${url}`);
    },
  });
  const { db } = app.stores.records;
  const archive = createArchiveStore(db);
  const page = { version: "v1", path: "/", variant: "", html: Buffer.from("page") };
  await archive.keepPage(page, { release: "bare", addresses: [], at: AT });
  await archive.keepFile("/a.css", { mediaType: "text/css; charset=utf-8", body: Buffer.from("a{}") }, AT);
  const owner = { email: "owner@trellis.example", role: "owner", isSecure: true } as const;
  ({ cookie } = await addSession(db, owner));
});
afterAll(async () => {
  await app.stop();
  removeDir(dataDir);
});

function ask(method: string, url: string, { isSignedIn, headers, payload }: Request = {}) {
  const sent = { "accept-encoding": "identity", ...headers, ...(isSignedIn && { cookie }) };
  return app.app.server.inject({ method: method as "GET", url, headers: sent, ...(payload && { payload }) });
}

/** Checks the headers that every response must have. */
function checkCommon({ headers }: Pick<LightMyRequestResponse, "headers">): void {
  const type = String(headers["content-type"]);
  const policy = String(headers["content-security-policy"]);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
    "strict-transport-security": "max-age=63072000; includeSubDomains",
  });
  expect(policy).toMatch(/frame-ancestors '(none|self)'/);
  if (/^text\/|xml|^application\/json|javascript/.test(type) && type !== "text/event-stream")
    expect(type).toMatch(/; ?charset=utf-8$/);
  if (!type.startsWith("text/html")) return;
  expect(policy).toContain("default-src ");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toMatch(/object-src 'none'|default-src 'none'/);
}

it("has expectations for every route", () => {
  const expected = new Set(ROWS.map(([route]) => route));
  expect([...routes].filter((route) => !isUncached(route) && !expected.has(route))).toEqual([]);
  expect([...expected].filter((route) => !routes.has(route))).toEqual([]);
});

it("serves every route of the console's table and no others", () => {
  const served = [...routes].filter((route) => /\/console\/api\/(?!\*)/.test(route));
  expect(served.map((route) => route.replace("/console/api", "")).sort()).toEqual(
    Object.keys(CONSOLE_API).sort(),
  );
});

describe("the headers of", () => {
  it.each(ROWS)("%s: %s, %i", async (route, url, status, cacheControl, request) => {
    const response = await ask(route.split(" ")[0] ?? "", url, request);
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([status, cacheControl]);
    checkCommon(response);
  });

  it.each(OTHERS)("%s: %s, %i", async (_what, url, status, cacheControl) => {
    const response = await ask("GET", url);
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([status, cacheControl]);
    checkCommon(response);
  });

  it("responses that depend on the time or the requester, signed in or not", async () => {
    const uncached = [...routes].filter((route) => isUncached(route) && !route.endsWith("/live/stream"));
    expect(uncached.length).toBeGreaterThan(80);
    for (const route of uncached) {
      const [method = "", pattern = ""] = route.split(" ");
      const url = pattern.replace(/:\w+/g, "x").replace("*", "x");
      const changes = { headers: { origin: ORIGIN }, payload: {} };
      for (const isSignedIn of method === "GET" ? [false, true] : [false]) {
        const response = await ask(method, url, method === "GET" ? { isSignedIn } : changes);
        expect([route, response.headers["cache-control"]]).toEqual([route, "no-store"]);
        checkCommon(response);
      }
    }
  });

  it.each(["/", "/pricing", "/demo/frame", "/nowhere"])("%s, in reach of its opener", async (url) => {
    const { headers } = await ask("GET", url);
    expect(headers["content-type"]).toContain("text/html");
    expect(headers).not.toHaveProperty("cross-origin-opener-policy");
  });

  it.each(["/console", "/console/flags", "/shared/unknown", "/preview/unknown"])(
    "%s, out of reach of its opener",
    async (url) => {
      const { headers } = await ask("GET", url);
      expect(headers["content-type"]).toContain("text/html");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    },
  );

  it.each(["/console/api/live/stream", "/sub/sdk-local"])("the stream %s", async (path) => {
    const stream = await readStream(`${app.url}${path}`, { headers: { cookie } });
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    });
    checkCommon(stream);
    stream.close();
  });
});
