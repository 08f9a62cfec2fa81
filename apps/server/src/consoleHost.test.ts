import { randomUUID } from "node:crypto";
import { STAFF_BROWSER_PATH } from "@marquee/contract/schema";
import fastify, { type FastifyBaseLogger, type LightMyRequestResponse, type RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bindHosts, type ServedOn, servedOn } from "./platform/http/hosts.ts";
import { addSession } from "./testing/addSession.ts";
import { borrowTestStores } from "./testing/borrowStores.ts";
import { captureLog } from "./testing/captureLog.ts";
import { minimalSite } from "./testing/minimalSite.ts";
import { readStream } from "./testing/readStream.ts";
import { USER_AGENT } from "./testing/replaySegment.ts";
import { startTestApp, type TestApp } from "./testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";
import { writeBuild } from "./testing/writeBuild.ts";

const SITE = "https://www.trellis.example";
const CONSOLE = "https://console.trellis.example";
const OTHERS = ["www.trellis.example", "127.0.0.1:3000", "console.trellis.example.evil.example"];
const HERE = ["console.trellis.example", "CONSOLE.trellis.example", "console.trellis.example:443"];
const DOCUMENT = { "sec-fetch-dest": "document", accept: "text/html" };
const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const MESSAGE = /This is not served at this host/;

const dataDir = createTemporaryDir();
let app: TestApp;
let cookie: string;
/** Evaluated once all hooks have seen them. */
const listed: RouteOptions[] = [];
const routes = new Map<string, ServedOn>();

beforeAll(async () => {
  app = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    bundle: {
      ...minimalSite.bundle,
      entry: {
        ...minimalSite.bundle.entry,
        listPages: () => [{ path: "/pricing", locale: "en" as const, alternates: [] }],
        renderPage: async () => ({ status: 200 as const, sheet: "home", html: "<!doctype html>" }),
      },
    },
    files: writeBuild(dataDir),
    env: { PUBLIC_URL: SITE, CONSOLE_URL: CONSOLE, TRUSTED_PROXIES: "10.0.0.0/8" },
    onRoute: (route) => void listed.push(route),
  });
  for (const { method, url, config } of listed)
    for (const name of [method].flat())
      if (["GET", "POST", "PUT", "OPTIONS"].includes(name))
        routes.set(`${name} ${url}`, config?.servedOn ?? "site");
  const account = { email: OWNER.email, role: "owner", isSecure: true } as const;
  ({ cookie } = await addSession(app.stores.records.db, account));
});
afterAll(async () => {
  await app.stop();
  removeDir(dataDir);
});

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  payload?: object;
  remoteAddress?: string;
}
const ask = (host: string, url: string, { method = "GET", headers, ...rest }: RequestOptions = {}) =>
  app.app.server.inject({ method: method as "GET", url, headers: { host, ...headers }, ...rest });
const isRefused = ({ statusCode, body }: LightMyRequestResponse) => statusCode === 404 && MESSAGE.test(body);

describe("each route", () => {
  it("is served where it belongs, and nowhere else", async () => {
    expect(routes.size).toBeGreaterThan(150);
    for (const [route, served] of routes) {
      const [method = "", pattern = ""] = route.split(" ");
      if (pattern.endsWith("/live/stream") || pattern.startsWith("/sub/")) continue;
      const url = pattern.replace(/:\w+/g, "x").replace("*", "x");
      const headers = { cookie, origin: CONSOLE };
      for (const host of OTHERS)
        expect([route, host, isRefused(await ask(host, url, { method, headers }))]).toEqual([
          route,
          host,
          served === "console",
        ]);
      for (const host of HERE)
        expect([route, host, isRefused(await ask(host, url, { method, headers }))]).toEqual([
          route,
          host,
          served === "site",
        ]);
    }
  });

  it("that reads the console's session is the console's", () => {
    const ofConsole = [...routes].filter(([, served]) => served === "console").map(([route]) => route);
    const expected = [...routes.keys()].filter((route) => /^\w+ \/(console|shared|preview)\b/.test(route));
    expect(ofConsole.sort()).toEqual(expected.sort());
  });

  it("that both need is the same at both", () => {
    const ofBoth = [...routes].filter(([, served]) => served === "both").map(([route]) => route);
    const sharedRoutes =
      /^\w+ \/(healthz|readyz|assets\/|images|og\/|favicon\.svg|icon-|apple-|manifest\.|robots\.txt|third-party-notices\.txt|\.well-known\/|\w+\/unsubscribe)/;
    expect(ofBoth.filter((route) => !sharedRoutes.test(route))).toEqual([]);
    expect(ofBoth.length).toBeGreaterThan(10);
  });
});

describe("a document", () => {
  const open = async (host: string, url: string, headers: Record<string, string> = DOCUMENT) => {
    const { statusCode, headers: sent } = await ask(host, url, { headers });
    return [statusCode, sent.location];
  };

  it.each(["/console", "/console/leads?status=new", "/shared/x", "/preview/x/pricing", "/console/setup"])(
    "%s, requested from the site, is redirected to the console",
    async (url) => {
      for (const host of OTHERS) expect(await open(host, url)).toEqual([302, CONSOLE + url]);
      expect((await open(HERE[0] ?? "", url))[1]).toBeUndefined();
    },
  );

  it.each(["/pricing", "/pricing?a=1", "/nowhere", "//evil.example", "/@evil.example"])(
    "%s, requested from the console, is redirected to the site",
    async (url) => {
      for (const host of HERE) expect(await open(host, url)).toEqual([302, SITE + url]);
    },
  );

  it("behind the console's bare address is the console", async () => {
    expect(await open("console.trellis.example", "/")).toEqual([302, `${CONSOLE}/console`]);
    expect(await open("console.trellis.example", "/?a=1")).toEqual([302, `${CONSOLE}/console`]);
  });

  it("behind a link of a previewed page stays in the preview, on the console's host", async () => {
    const headers = { ...DOCUMENT, referer: `${CONSOLE}/preview/token.signed/pricing` };
    expect(await open("console.trellis.example", "/brain", headers)).toEqual([
      302,
      "/preview/token.signed/brain",
    ]);
  });
});

it("explains once how to fix a redirect loop, caused by a proxy that does not pass on the host", async () => {
  const { log, lines } = captureLog("warn");
  const server = fastify({ loggerInstance: log as FastifyBaseLogger });
  bindHosts(server, { publicUrl: SITE, consoleUrl: CONSOLE }, () => false);
  await server.register(servedOn("console", (scope) => scope.get("/console", async () => "here")));
  const open = (host: string) => server.inject({ url: "/console", headers: { host, ...DOCUMENT } });
  await open("www.trellis.example");
  expect(lines()).toEqual([]);
  for (let round = 0; round < 3; round += 1) await open("127.0.0.1:3000");
  expect(lines()).toEqual([
    expect.objectContaining({ msg: expect.stringContaining("make your proxy pass on the Host header") }),
  ]);
  await server.close();
});

it("takes the host only from Host, even behind a trusted proxy, which may pass on a client's header", async () => {
  const told = (host: string, forwarded: string, remoteAddress: string) =>
    ask(host, "/console/api/session", { headers: { "x-forwarded-host": forwarded, cookie }, remoteAddress });
  for (const address of ["10.0.0.1", "203.0.113.1"]) {
    expect(isRefused(await told("www.trellis.example", "console.trellis.example", address))).toBe(true);
    expect((await told("console.trellis.example", "www.trellis.example", address)).statusCode).toBe(200);
  }
});

it("takes the visitor's address only from a trusted proxy, and of several the one that the proxy adds", async () => {
  const countryOf = async (forwarded: string, remoteAddress: string) => {
    const headers = { "x-forwarded-for": forwarded };
    return (await ask("www.trellis.example", "/location", { headers, remoteAddress })).json().country_code;
  };
  expect(await countryOf("8.8.8.8", "10.0.0.1")).toBe("US");
  expect(await countryOf("203.0.113.9, 8.8.8.8", "10.0.0.1")).toBe("US");
  // The documentation network belongs to its registry.
  expect(await countryOf("8.8.8.8, 203.0.113.9", "10.0.0.1")).toBe("AU");
  expect(await countryOf("8.8.8.8", "203.0.113.9")).toBe("AU");
});

describe("the console's API", () => {
  const signIn = (origin: string, more: Record<string, string> = {}) =>
    ask("console.trellis.example", "/console/api/sign-in", {
      method: "POST",
      headers: { origin, ...more },
      payload: { ...OWNER, email: "nobody@trellis.example" },
    });

  it("takes changes from the console's origin only, not from the site's, which sends the cookie too", async () => {
    expect((await signIn(CONSOLE)).statusCode).toBe(401);
    for (const origin of [
      SITE,
      "https://console.trellis.example:8443",
      "http://console.trellis.example",
      "null",
    ])
      for (const from of ["same-site", "same-origin"])
        expect([origin, from, (await signIn(origin, { "sec-fetch-site": from })).statusCode]).toEqual([
          origin,
          from,
          403,
        ]);
  });

  it("answers reads and streams that its own pages or the person started", async () => {
    const read = async (headers: Record<string, string>) =>
      (await ask("console.trellis.example", "/console/api/flags", { headers: { cookie, ...headers } }))
        .statusCode;
    expect(await read({})).toBe(200);
    expect(await read({ "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await read({ "sec-fetch-site": "none" })).toBe(200);
    expect(await read({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await read({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await read({ origin: SITE })).toBe(403);
    expect(await read({ origin: SITE, "sec-fetch-site": "same-origin" })).toBe(403);
    const stream = await readStream(`${app.url}/console/api/live/stream`, {
      headers: { cookie, host: "console.trellis.example", "sec-fetch-site": "same-site" },
    });
    expect(stream.status).toBe(403);
    stream.close();
  });

  it("protects archived pages the same way", async () => {
    const read = async (from: string) =>
      (
        await ask("console.trellis.example", "/console/archive/pages/x", {
          headers: { cookie, "sec-fetch-site": from },
        })
      ).statusCode;
    expect([await read("same-origin"), await read("same-site")]).toEqual([404, 403]);
  });

  it("makes passkeys and links for the console's host", async () => {
    const change = async (url: string, payload: object) =>
      (
        await ask("console.trellis.example", `/console/api${url}`, {
          method: "POST",
          headers: { origin: CONSOLE, cookie },
          payload,
        })
      ).json();
    expect(await change("/sign-in/passkey/options", {})).toMatchObject({ rpId: "console.trellis.example" });
    const { url } = await change("/team/invitations", { email: "eve@trellis.example", role: "viewer" });
    expect(url).toMatch(/^https:\/\/console\.trellis\.example\/console\/join#token=/);
  });

  it("says where the site is, to everyone", async () => {
    const answer = await ask("console.trellis.example", "/console/api/session");
    expect(answer.json()).toEqual({ account: null, siteUrl: SITE });
  });
});

describe("the browser of staff, on the site's host", () => {
  const tell = (query: string, headers: Record<string, string> = { origin: CONSOLE }) =>
    ask("www.trellis.example", `${STAFF_BROWSER_PATH}${query}`, { method: "POST", headers });

  it("is marked and unmarked by the console only, with cookies of this host", async () => {
    const marked = await tell("?isSignedIn=true");
    expect(marked.headers["access-control-allow-origin"]).toBe(CONSOLE);
    expect(marked.cookies).toEqual([
      expect.objectContaining({ name: "__Host-marquee_staff", value: "1", sameSite: "Lax", httpOnly: true }),
    ]);
    expect((await tell("?isSignedIn=false")).cookies[0]).toMatchObject({ value: "" });
    const uncounted = await tell("?isCounted=false");
    expect([uncounted.json(), uncounted.cookies[0]?.name]).toEqual([
      { isCounted: false },
      "__Host-marquee_uncounted",
    ]);
    expect((await tell("?isCounted=true")).cookies).toEqual(
      ["__Host-marquee_uncounted", "marquee_uncounted"].map((name) =>
        expect.objectContaining({ name, value: "" }),
      ),
    );
    const read = (headers: Record<string, string>) =>
      ask("www.trellis.example", STAFF_BROWSER_PATH, { headers: { origin: CONSOLE, ...headers } });
    for (const prefix of ["__Host-", ""])
      expect((await read({ cookie: `${prefix}marquee_uncounted=1` })).json()).toEqual({ isCounted: false });
    for (const origin of [SITE, "https://evil.example", "null"])
      expect((await tell("?isSignedIn=false", { origin })).statusCode).toBe(403);
    expect((await tell("?isSignedIn=true", {})).statusCode).toBe(403);
    expect((await tell("?isSignedIn=maybe")).statusCode).toBe(400);
  });

  it("is not counted", async () => {
    const send = async (cookies: string) => {
      const anonymousId = randomUUID();
      const event = { type: "page", anonymousId, messageId: randomUUID(), properties: { path: "/" } };
      const answer = await ask("www.trellis.example", "/v1/b", {
        method: "POST",
        headers: { "user-agent": USER_AGENT, cookie: cookies },
        payload: { writeKey: "local", batch: [event] },
      });
      expect(answer.statusCode).toBe(200);
      return anonymousId;
    };
    const [staff, stranger] = [await send("__Host-marquee_staff=1"), await send("theme=dark")];
    await expect.poll(() => app.stores.spool.depth(), { timeout: 30_000 }).toBe(0);
    const rows = await app.stores.eventStore.query<{ visitor: string }>(
      "SELECT DISTINCT visitor_id AS visitor FROM events WHERE has({visitors:Array(String)}, visitor_id)",
      { visitors: [staff, stranger] },
    );
    expect(rows).toEqual([{ visitor: stranger }]);
  });
});

it("allows only the console's documents to reach the site for that", async () => {
  const policyOf = async (host: string, url: string) =>
    String((await ask(host, url)).headers["content-security-policy"]);
  expect(await policyOf("console.trellis.example", "/console")).toContain(`connect-src 'self' ${SITE};`);
  expect(await policyOf("www.trellis.example", "/pricing")).not.toContain("connect-src");
});
