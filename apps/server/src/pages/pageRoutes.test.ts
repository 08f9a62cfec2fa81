import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import {
  type ContentPage,
  type PageTarget,
  REQUEST_ID_PLACEHOLDER,
  type Redirects,
  type SiteContent,
  type SiteEntry,
} from "@marquee/contract";
import type { ConnectionKind } from "@marquee/contract/schema";
import fastify from "fastify";
import { beforeEach, describe, expect, it } from "vitest";
import type { ServedPage } from "../domains/archive/archive.types.ts";
import { createSiteTools, type FollowedTools } from "../domains/connections/siteTools.ts";
import { createFindRedirect, type FindRedirect } from "../domains/content/redirects.ts";
import type { RunningExperiment } from "../domains/flags/buildPayload.ts";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import { createRequestIds, REQUEST_ID_HEADER } from "../platform/http/requestIds.ts";
import { registerDefaultHeaders } from "../platform/http/securityHeaders.ts";
import { flagsWith } from "../testing/minimalFlags.ts";
import { NO_TOOLS, toolsWith } from "../testing/noTools.ts";
import { registerPages } from "./pageRoutes.ts";

const settings = {
  publicUrl: "https://trellis.example",
  writeKey: "local",
  clientKey: "sdk-local",
  cookieDomain: null,
  bannerCookie: "cuPageBanner",
  retentionDays: 760,
  recordedDays: 30,
  leadDays: null,
  receiptDays: null,
  redirectOrigins: [],
  demoUrl: null,
  consentDefault: "ask" as const,
};
const assets = {
  bootScript: "/assets/boot.js",
  demoScript: "/assets/demo.js",
  styles: { inline: { home: "a{color:red}", error: "b{color:red}" }, complete: "/assets/styles.css" },
  developmentScripts: [],
};
const hashOf = (css: string) => `sha256-${createHash("sha256").update(css).digest("base64")}`;
const alternates = [
  { locale: "en", path: "/pricing" },
  { locale: "de", path: "/de/pricing" },
] as const;

interface ContentParts {
  en?: string;
  de?: string;
  price?: number;
  /** Versions by path. */
  images?: Record<string, string>;
}

/** Content with one text for each page; the English pricing page and the German one have their own. */
function contentWith({ en = "One", de = "Eins", price = 1, images = {} }: ContentParts) {
  const content = {
    version: en + de + price + JSON.stringify(images),
    copy: { en: { pricing: en }, de: { pricing: de } },
    catalog: { price },
    images,
  };
  return content as unknown as SiteContent;
}

const TAG = "https://tags.example";
const GOOGLE_TAG = { analyticsIds: ["G-AB12CD"], advertisingIds: [], server: TAG };

/** A content page. */
const NOTICE: ContentPage = {
  slug: "privacy",
  locale: "en",
  path: "/privacy",
  title: "Privacy",
  description: "What is kept.",
  body: { format: "markdown", source: "" },
};

function nameOf(target: PageTarget): string {
  if (target.kind === "path")
    return target.path + (target.canonicalPath ? ` instead of ${target.canonicalPath}` : "");
  return target.kind === "content" ? `written ${target.page.title}` : `${target.kind}:${target.locale}`;
}

interface SiteParts {
  tools?: FollowedTools;
  /** Flag values for every visitor. */
  answers?: Parameters<typeof flagsWith>[0];
  running?: RunningExperiment[];
}

/** A site of two pages and one optional content page; `renderings` lists the rendered pages. */
function createSite(
  change: Partial<FixedSettings> = {},
  { answers = {}, running = [], tools = NO_TOOLS }: SiteParts = {},
) {
  const renderings: string[] = [];
  const served: ServedPage[] = [];
  const entry: SiteEntry = {
    listPages: () => alternates.map(({ path }) => ({ path, alternates: [...alternates] })),
    describePage: async () => null,
    listPageTexts: () => [{ page: "pricing", path: "/pricing" }],
    listImages: () => [],
    listPictures: () => [],
    listCardHosts: () => [],
    renderPage: async (target, _assets, { isBannerHidden, audience, isPrivacyRestricted, tools }) => {
      const page = nameOf(target);
      if (page === "written Broken") throw new Error("secret detail");
      const name = `${page}${isBannerHidden ? " without banner" : ""}${audience === "customer" ? " for a customer" : ""}${isPrivacyRestricted ? "" : " unrestricted"}${tools ? " with tools" : ""}`;
      renderings.push(name);
      const status = { path: 200, content: 200, "not-found": 404, "server-error": 500 } as const;
      const sheet = target.kind === "path" ? "home" : "error";
      const used = target.kind === "path" && [target.path.startsWith("/de") ? "de/pricing" : "en/pricing"];
      const html = `<!doctype html><p>${name}${target.kind === "server-error" ? REQUEST_ID_PLACEHOLDER : ""}`;
      const images = { "/pricing": ["screens/a.png"], "written Privacy": ["b.png"] }[page];
      return {
        status: status[target.kind],
        sheet,
        html,
        ...(used && { texts: used }),
        ...(images && { images }),
      };
    },
  };
  const app = fastify({ genReqId: createRequestIds(["127.0.0.1"]) });
  registerDefaultHeaders(app, false);
  const counted: string[] = [];
  let publish = () => {};
  let publishContent = () => {};
  let publishTexts = () => {};
  let texts = contentWith({});
  let written: ContentPage | null = null;
  let findRedirect: FindRedirect = () => null;
  const redirect = (redirects: Redirects) => {
    findRedirect = createFindRedirect(redirects);
  };
  const write = (page: ContentPage | null) => {
    written = page;
    publishContent();
  };
  registerPages(app, {
    bundle: { entry, open: async () => entry, assets, release: "test", isDevelopment: false },
    settings: { ...settings, ...change },
    tools,
    customers: { groupIds: ["1001"], domains: [] },
    countries: { codeOf: (address) => (address === "8.8.8.8" ? "US" : "") },
    flags: {
      running: () => running,
      onChange: (listener) => {
        publish = listener;
        return () => undefined;
      },
    },
    readFlags: () => flagsWith(answers),
    onServed: (consent) => counted.push(consent),
    onSent: (page) => served.push(page),
    siteContent: {
      values: () => texts,
      onChange: (listener) => {
        publishTexts = listener;
      },
    },
    content: {
      find: (path) => (written?.path === path ? written : undefined),
      findRedirect: (path, search) => findRedirect(path, search),
      list: () => (written ? [{ path: written.path, alternates: [] }] : []),
      alternatesOf: () => [],
      report: () => undefined,
      onChange: (listener) => {
        publishContent = listener;
      },
    },
  });
  const changeTexts = (next: SiteContent) => {
    texts = next;
    publishTexts();
  };
  return { app, renderings, served, counted, publish: () => publish(), write, redirect, changeTexts };
}

it("rerenders exactly the pages that show a changed, added or removed image", async () => {
  const site = createSite();
  const rendered = async () => {
    site.renderings.length = 0;
    for (const path of ["/pricing", "/de/pricing", "/privacy"]) await site.app.inject(path);
    return [...site.renderings];
  };
  site.write(NOTICE);
  await rendered();
  const images = { "screens/a.png": "one", "b.png": "one" };
  site.changeTexts(contentWith({ images: { "screens/a.png": "one" } }));
  expect(await rendered()).toEqual(["/pricing"]);
  site.changeTexts(contentWith({ images }));
  expect(await rendered()).toEqual(["written Privacy"]);
  site.changeTexts(contentWith({ images: { ...images, "screens/a.png": "two", "c.png": "one" } }));
  expect(await rendered()).toEqual(["/pricing"]);
  site.changeTexts(contentWith({ images: { "screens/a.png": "two" } }));
  expect(await rendered()).toEqual(["written Privacy"]);
});

it("redirects paths without a page, with the query string, until the redirect is removed", async () => {
  const { app, redirect, write } = createSite();
  redirect({
    old: { from: "/old", to: "/pricing?from=old#plans", match: "exact", status: 301 },
    docs: { from: "/docs", to: "/", match: "prefix", status: 308 },
    gone: { from: "/gone", to: "", match: "exact", status: 410 },
  });
  const answerOf = async (url: string, method: "GET" | "POST" = "GET") => {
    const { statusCode, headers } = await app.inject({ url, method });
    return [statusCode, headers.location];
  };
  expect(await answerOf("/old/?a=1&b=%20")).toEqual([301, "/pricing?from=old&a=1&b=%20#plans"]);
  expect(await answerOf("/docs/a/b?c")).toEqual([308, "/a/b?c"]);
  expect(await answerOf("/docs//evil.example")).toEqual([404, undefined]);
  expect(await answerOf("/old", "POST")).toEqual([404, undefined]);
  expect(await answerOf("/older")).toEqual([404, undefined]);
  const { headers } = await app.inject("/old");
  expect(headers["cache-control"]).toBe("public, no-cache");
  const gone = await app.inject("/gone");
  expect([gone.statusCode, gone.body]).toEqual([410, (await app.inject("/nowhere")).body]);
  write({ ...NOTICE, path: "/old" });
  expect(await answerOf("/old")).toEqual([200, undefined]);
  write(null);
  redirect({});
  expect(await answerOf("/old")).toEqual([404, undefined]);
});

it("finds pages and redirects in any encoding of a path, at one URL each", async () => {
  const { app, redirect, write } = createSite();
  write({ ...NOTICE, path: "/%C3%BCber-uns" });
  redirect({ old: { from: "/%C3%BC-old", to: "/über-uns", match: "exact", status: 301 } });
  const answerOf = async (url: string) => {
    const { statusCode, headers } = await app.inject(url);
    return [statusCode, headers.location];
  };
  expect(await answerOf("/%C3%BCber-uns")).toEqual([200, undefined]);
  expect(await answerOf("/%c3%bcber-uns?a=1")).toEqual([308, "/%C3%BCber-uns?a=1"]);
  expect(await answerOf("/%c3%bcber-uns/")).toEqual([308, "/%C3%BCber-uns"]);
  for (const url of ["/ü-old", "/%C3%BC-old", "/%c3%bc-old"])
    expect(await answerOf(`${url}?a=%20`)).toEqual([301, "/%C3%BCber-uns?a=%20"]);
});

it("serves the feed of a collection's list, and nothing else", async () => {
  const { app, write } = createSite();
  const feedOf = async (path: string) => app.inject(`${path}/feed.xml`);
  write({
    ...NOTICE,
    path: "/changelog",
    entries: [{ path: "/a", title: "A", description: "B", date: "2026-11-24" }],
  });
  const { statusCode, headers, body } = await feedOf("/changelog");
  expect([statusCode, headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
  expect(body).toContain("<title>A</title>");
  write({ ...NOTICE, path: "/changelog" });
  for (const path of ["/changelog", "/pricing", ""]) expect((await feedOf(path)).statusCode).toBe(404);
});

it("neither serves nor lists a hidden page of the site in its language", async () => {
  const { app, changeTexts, redirect } = createSite();
  const content = contentWith({});
  const hidden = {
    ...content,
    version: "hidden",
    copy: { ...content.copy, de: { pricing: { hidden: true } } },
  };
  const statusOf = async (path: string) => (await app.inject(path)).statusCode;
  changeTexts(hidden);
  expect([await statusOf("/pricing"), await statusOf("/de/pricing")]).toEqual([200, 404]);
  const { body } = await app.inject("/sitemap.xml");
  expect([body.includes("/pricing"), body.includes("/de/pricing")]).toEqual([true, false]);
  redirect({ de: { from: "/de/pricing", to: "/pricing", match: "exact", status: 302 } });
  expect(await statusOf("/de/pricing")).toBe(302);
  changeTexts(content);
  expect(await statusOf("/de/pricing")).toBe(200);
});

it("neither serves nor lists pages of a hidden language", async () => {
  const { app, changeTexts, write } = createSite();
  const content = contentWith({});
  write({ ...NOTICE, locale: "de", path: "/de/notice" });
  const statusOf = async (path: string) => (await app.inject(path)).statusCode;
  expect([await statusOf("/de/pricing"), await statusOf("/de/notice")]).toEqual([200, 200]);
  const copy = { ...content.copy, de: { ...content.copy.de, shell: { hidden: true } } };
  changeTexts({ ...content, version: "hidden", copy });
  expect([await statusOf("/de/pricing"), await statusOf("/de/notice")]).toEqual([404, 404]);
  expect(await statusOf("/pricing")).toBe(200);
  expect((await app.inject("/sitemap.xml")).body).not.toContain("/de");
});

it("rerenders exactly the pages whose texts or prices change", async () => {
  const site = createSite();
  const rendered = async () => {
    site.renderings.length = 0;
    for (const path of ["/pricing", "/de/pricing", "/privacy"]) await site.app.inject(path);
    return [...site.renderings];
  };
  site.write(NOTICE);
  expect(await rendered()).toEqual(["/pricing", "/de/pricing", "written Privacy"]);
  expect(await rendered()).toEqual([]);
  site.changeTexts(contentWith({ de: "Zwei" }));
  expect(await rendered()).toEqual(["/de/pricing", "written Privacy"]);
  site.write({ ...NOTICE, title: "Again" });
  expect(await rendered()).toEqual(["written Again"]);
  site.changeTexts(contentWith({ de: "Zwei", price: 2 }));
  expect(await rendered()).toEqual(["/pricing", "/de/pricing", "written Again"]);
});

describe("registerPages", () => {
  let site: ReturnType<typeof createSite>;
  beforeEach(() => {
    site = createSite();
  });

  it("compresses a page and renders it once, for repeated requests and any query string", async () => {
    const ask = (url: string) => site.app.inject({ url, headers: { "accept-encoding": "gzip" } });
    const first = await ask("/pricing");
    await ask("/pricing?utm_source=x");
    expect(gunzipSync(first.rawPayload).toString()).toBe("<!doctype html><p>/pricing");
    expect(first.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: "accept-encoding, cookie, sec-gpc",
    });
    expect(site.renderings).toEqual(["/pricing"]);
  });

  it("sends the page version and reports each page sent, except error pages", async () => {
    const [first, again, missing] = [
      await site.app.inject("/pricing"),
      await site.app.inject("/pricing"),
      await site.app.inject("/nowhere"),
    ];
    const version = String(first.headers["page-version"]);
    expect(first.headers["server-timing"]).toBe(`page;desc="${version}"`);
    expect([again.headers["page-version"], missing.headers["page-version"]]).toEqual([version, undefined]);
    const closed = { cookie: "cuPageBanner=1" };
    await site.app.inject({ url: "/pricing", headers: closed });
    const sent = { version, path: "/pricing", variant: "privacy-restricted", html: first.rawPayload };
    expect(site.served).toEqual([
      sent,
      sent,
      expect.objectContaining({ path: "/pricing", variant: "banner-hidden privacy-restricted" }),
    ]);
    const ifNoneMatch = { "if-none-match": String(first.headers.etag) };
    const unchanged = await site.app.inject({ url: "/pricing", headers: ifNoneMatch });
    expect([unchanged.statusCode, unchanged.headers["page-version"]]).toEqual([304, version]);
    expect(missing.headers).not.toHaveProperty("server-timing");
  });

  it("renders again after a flag change, and separately for visitors who closed the banner and for customers", async () => {
    const ask = (cookie: string) => site.app.inject({ url: "/pricing", headers: { cookie } });
    await ask("other=cuPageBanner=1");
    site.publish();
    await ask("");
    await ask("a=b; cuPageBanner=1");
    await ask("ajs_group_id=1001");
    const variants = ["/pricing without banner", "/pricing for a customer"];
    expect(site.renderings).toEqual(["/pricing", "/pricing", ...variants]);
  });

  it("renders separate pages for privacy-restricted and other visitors, and keeps shared caches from mixing them", async () => {
    const measured = createSite({ consentDefault: "granted" });
    const ask = ({ app }: typeof site, remoteAddress: string, gpc = "0") =>
      app.inject({ url: "/pricing", remoteAddress, headers: { "sec-gpc": gpc } });
    const unrestricted = await ask(measured, "8.8.8.8");
    const restricted = await ask(measured, "192.0.2.1");
    const signalled = await ask(measured, "8.8.8.8", "1");
    expect(unrestricted.headers["cache-control"]).toBe("private, no-cache");
    expect([restricted, signalled].map(({ headers }) => headers["cache-control"])).toEqual(
      Array(2).fill("public, no-cache"),
    );
    expect(measured.renderings).toEqual(["/pricing unrestricted", "/pricing"]);
    expect(unrestricted.headers.etag).not.toBe(restricted.headers.etag);
    expect(signalled.headers.etag).toBe(restricted.headers.etag);
    const page = restricted.headers["server-timing"];
    expect([page, signalled.headers["server-timing"]]).toEqual([page, `${page}, gpc`]);
    expect((await ask(site, "8.8.8.8")).headers["cache-control"]).toBe("public, no-cache");
  });

  it("tells browsers which documents to prerender, and does not count a prerendered document", async () => {
    const { headers } = await site.app.inject({
      url: "/pricing",
      headers: { "sec-purpose": "prefetch;prerender" },
    });
    expect(site.counted).toEqual([]);
    await site.app.inject("/pricing");
    expect(site.counted).toHaveLength(1);
    expect(headers["speculation-rules"]).toBe('"/speculation-rules/en.json"');
    const rules = await site.app.inject("/speculation-rules/en.json");
    expect(rules.headers["content-type"]).toContain("application/speculationrules+json");
    expect(rules.json()).toHaveProperty("prerender");
  });

  it("returns 304 if the client has the page in the same encoding", async () => {
    const headers = { "accept-encoding": "br" };
    const { etag } = (await site.app.inject({ url: "/pricing", headers })).headers;
    const again = await site.app.inject({
      url: "/pricing",
      headers: { ...headers, "if-none-match": String(etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    const otherEncoding = await site.app.inject({
      url: "/pricing",
      headers: { "if-none-match": String(etag) },
    });
    expect(otherEncoding.statusCode).toBe(200);
  });

  it("forbids inline scripts and allows its own inline style by hash", async () => {
    const { headers } = await site.app.inject("/pricing");
    const policy = String(headers["content-security-policy"]);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain(`style-src 'self' '${hashOf("a{color:red}")}'`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(headers).toMatchObject({
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "x-content-type-options": "nosniff",
    });
  });

  it("allows each document's own style only", async () => {
    const { headers } = await site.app.inject("/missing");
    expect(headers["content-security-policy"]).toContain(`style-src 'self' '${hashOf("b{color:red}")}'`);
  });

  it("preloads no font, which would delay first paint", async () => {
    expect((await site.app.inject("/pricing")).headers.link).toBeUndefined();
  });

  it("opens its policy for the hosts of connected tools only, and never for anything that is not an origin", async () => {
    const policyOf = async (tools: FollowedTools) =>
      String((await createSite({}, { tools }).app.inject("/pricing")).headers["content-security-policy"]);
    const tag = "https://tag.example:8443";
    const opened = await policyOf(
      toolsWith({
        sources: { script: [tag], connect: ["https://*.tag.example"], frame: [tag], image: [tag] },
      }),
    );
    expect(opened).toContain(`script-src 'self' ${tag};`);
    expect(opened).toContain("connect-src 'self' https://*.tag.example;");
    expect(opened).toContain(`frame-src 'self' ${tag};`);
    expect(opened).toContain(`img-src 'self' data: ${tag};`);
    expect(opened).toContain("require-trusted-types-for 'script'");
    expect(await policyOf(NO_TOOLS)).not.toMatch(/tag\.example|connect-src|frame-src/);
    const demoUrl = "https://capture.navattic.com/abc123?theme=dark";
    const { app } = createSite({ demoUrl }, { tools: NO_TOOLS });
    expect((await app.inject("/pricing")).headers["content-security-policy"]).toContain(
      "frame-src 'self' https://capture.navattic.com;",
    );
    const hostile = [
      "https://a.example; script-src *",
      "https://a;b.example",
      "https://a.example 'unsafe-inline'",
      "https://a.example\nX: y",
      "https://a'.example",
      "https://a.example,https://b.example",
      "javascript:alert(1)",
      "data:",
      "*",
      "https://*",
      "'unsafe-eval'",
    ];
    expect(
      await policyOf(toolsWith({ sources: { script: hostile, connect: hostile, frame: hostile } })),
    ).toBe((await policyOf(NO_TOOLS)).replace("data:;", "data:; connect-src 'self'; frame-src 'self';"));
  });

  it("omits tools from every document for people who are signed in to the console, in its body, policy and validator", async () => {
    const connections = {
      read: (kind: ConnectionKind) => (kind === "google-tag" ? { settings: GOOGLE_TAG, since: 0 } : null),
      onChange: () => () => undefined,
    };
    const tools = createSiteTools(connections as never, false);
    const { app, served, renderings, write } = createSite({}, { tools });
    write(NOTICE);
    for (const path of ["/pricing", "/privacy", "/missing", "/demo/frame"]) {
      const ask = (headers: Record<string, string>) => app.inject({ url: path, headers });
      const visitor = await ask({});
      const staff = await ask({ cookie: "marquee_staff=anything" });
      expect(visitor.body).toContain("with tools");
      expect(visitor.headers["content-security-policy"]).toContain(TAG);
      expect(staff.body).not.toContain("with tools");
      expect(staff.headers["content-security-policy"]).not.toContain(TAG);
      for (const { headers } of [visitor, staff]) {
        expect(headers.vary).toContain("cookie");
        expect(headers["cache-control"]).toContain("no-cache");
      }
      // A copy from before the sign-in is not the same document.
      const stored = String(visitor.headers.etag);
      const again = await ask({ cookie: "marquee_staff=anything", "if-none-match": stored });
      expect(again.statusCode).toBe(staff.statusCode);
      expect(again.body).toBe(staff.body);
    }
    expect(served.every(({ html }) => html.includes("with tools"))).toBe(true);
    expect(renderings.filter((name) => name.startsWith("/pricing"))).toHaveLength(2);
  });

  it("allows inline markup only for a tool that needs it", async () => {
    const { app } = createSite({}, { tools: toolsWith({ sources: { needsInlineMarkup: true } }) });
    const policy = String((await app.inject("/pricing")).headers["content-security-policy"]);
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).not.toMatch(/sha256|require-trusted-types-for/);
  });

  it("shows the 404 page in the language of the path, rendered once for all unknown paths", async () => {
    const answers = await Promise.all(["/de/nope", "/de/nope-2"].map((url) => site.app.inject(url)));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [404, "<!doctype html><p>not-found:de"],
      [404, "<!doctype html><p>not-found:de"],
    ]);
    expect(site.renderings).toEqual(["not-found:de"]);
  });

  it("redirects a trailing slash to the page's canonical path, and never to another host", async () => {
    const redirected = await site.app.inject("/de/pricing/?a=1");
    expect([redirected.statusCode, redirected.headers.location]).toEqual([308, "/de/pricing?a=1"]);
    expect((await site.app.inject("//evil.example/")).statusCode).toBe(404);
  });

  it("shows the 500 page with the ID of each request, which is not cached, and no details of the error", async () => {
    site.write({ ...NOTICE, title: "Broken" });
    const ids = ["first", "second"];
    for (const id of ids) {
      const { statusCode, body, headers } = await site.app.inject({
        url: NOTICE.path,
        headers: { [REQUEST_ID_HEADER]: id },
      });
      expect([statusCode, body]).toEqual([500, `<!doctype html><p>server-error:en${id}`]);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "content-type": "text/html; charset=utf-8",
      });
      expect(headers.etag).toBeUndefined();
    }
    expect(site.renderings.filter((each) => each.startsWith("server-error"))).toHaveLength(1);
  });

  it("sends the ID of each request with the same bytes of a page, even if nothing has changed", async () => {
    const ask = (id: string, etag = "") =>
      site.app.inject({ url: "/pricing", headers: { [REQUEST_ID_HEADER]: id, "if-none-match": etag } });
    const [first, second] = [await ask("first"), await ask("second")];
    expect([first, second].map(({ headers }) => headers[REQUEST_ID_HEADER])).toEqual(["first", "second"]);
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(second.headers).toEqual({
      ...first.headers,
      [REQUEST_ID_HEADER]: "second",
      date: second.headers.date,
    });
    const third = await ask("third", first.headers.etag);
    expect([third.statusCode, third.headers[REQUEST_ID_HEADER]]).toEqual([304, "third"]);
  });

  it("lists each page with its translations in the sitemap, and the sitemap in robots.txt", async () => {
    const { body } = await site.app.inject("/sitemap.xml");
    expect(body).toContain("<loc>https://trellis.example/de/pricing</loc>");
    expect(body.match(/hreflang="x-default" href="https:\/\/trellis\.example\/pricing"/g)).toHaveLength(2);
    const robots = await site.app.inject("/robots.txt");
    expect(robots.body).toContain("Sitemap: https://trellis.example/sitemap.xml");
  });

  it("serves and lists a content page from its creation to its removal", async () => {
    const ask = (url: string, method: "GET" | "HEAD" | "POST" = "GET") => site.app.inject({ url, method });
    expect((await ask("/privacy")).statusCode).toBe(404);
    site.write(NOTICE);
    const first = await ask("/privacy?utm_source=a");
    expect([first.statusCode, first.body]).toEqual([200, "<!doctype html><p>written Privacy"]);
    expect([(await ask("/privacy", "HEAD")).statusCode, (await ask("/privacy", "POST")).statusCode]).toEqual([
      200, 404,
    ]);
    const slash = await ask("/privacy/?a=1");
    expect([slash.statusCode, slash.headers.location]).toEqual([308, "/privacy?a=1"]);
    expect((await ask("/sitemap.xml")).body).toContain("<loc>https://trellis.example/privacy</loc>");
    site.write({ ...NOTICE, title: "Privacy, again" });
    expect((await ask("/privacy")).body).toContain("written Privacy, again");
    site.write(null);
    expect((await ask("/privacy")).statusCode).toBe(404);
  });

  describe("with experiments", () => {
    const running: RunningExperiment[] = [
      {
        phase: 1,
        definition: {
          key: "prices",
          name: "Prices",
          hypothesis: "",
          kind: "redirect",
          flag: "redirect.prices",
          page: "/pricing",
          targeting: [],
          coverage: 1,
          metrics: [],
          minimumEffect: 0.1,
          variations: [
            { key: "control", name: "As it is", value: "/pricing", weight: 0.5 },
            { key: "german", name: "German", value: "/de/pricing", weight: 0.5 },
          ],
        },
      },
    ];
    const redirects = [{ flag: "redirect.prices", from: "/pricing", to: "/de/pricing" }];

    it("redirects to the variation's page with the query string, uncached", async () => {
      const { app } = createSite({}, { running, answers: { key: "b", redirects } });
      const { statusCode, headers } = await app.inject("/pricing?utm_source=mail&x=%20a");
      expect(statusCode).toBe(302);
      expect(headers.location).toBe("/de/pricing?utm_source=mail&x=%20a");
      expect(headers["cache-control"]).toBe("private, no-store");
    });

    it("names the original page as canonical only on the variation's page", async () => {
      const { app } = createSite({}, { running, answers: { key: "b", redirects } });
      expect((await app.inject("/de/pricing")).body).toContain("instead of /pricing");
      const { app: other } = createSite({}, { running });
      expect((await other.inject("/pricing")).body).not.toContain("instead of");
    });

    it("makes a visitor's own page private and stores their variations in a cookie", async () => {
      const { app } = createSite({}, { answers: { key: "a", variationsCookie: "prices__1:control" } });
      const { headers } = await app.inject("/pricing");
      expect(headers["cache-control"]).toBe("private, no-cache");
      expect(headers["set-cookie"]).toBe(
        "marquee_variations=prices__1:control; Max-Age=31536000; Path=/; Secure; SameSite=Lax",
      );
    });
  });
});
