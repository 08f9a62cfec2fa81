import {
  type ContentPage,
  DEFAULT_LOCALE,
  DEMO_FRAME_PATH,
  FEED_SUFFIX,
  isMeasuredByRegion,
  type KnownCustomers,
  LOCALES,
  type Locale,
  localeOfPath,
  normalizePath,
  ONE_HOUR,
  ONE_SECOND,
  type PageTarget,
  type PolicySources,
  PRIVACY_CONTROL_TIMING,
  REQUEST_ID_PLACEHOLDER,
  type SiteContent,
} from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServedPage } from "../domains/archive/archive.types.ts";
import type { FollowedTools, SiteTools } from "../domains/connections/siteTools.ts";
import type { Followed } from "../domains/content/followContent.ts";
import { hiddenLanguages, hiddenPaths } from "../domains/content/hiddenPages.ts";
import type { Content } from "../domains/content/startContent.ts";
import type { RunningExperiment } from "../domains/flags/buildPayload.ts";
import type { Flags } from "../domains/flags/startFlags.ts";
import type { ReadVisitorFlags, VisitorFlags } from "../domains/flags/visitorFlags.ts";
import type { HitCounter } from "../domains/publishing/countHits.ts";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import { chooseEncoding } from "../platform/http/compressBody.ts";
import { REQUEST_ID_HEADER } from "../platform/http/requestIds.ts";
import { securityHeaders } from "../platform/http/securityHeaders.ts";
import { publicErrorOf, sendError } from "../platform/http/sendError.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { trimTrailingSlashes } from "../platform/http/trimTrailingSlashes.ts";
import type { SiteBundle } from "../platform/siteBuild/siteBundle.ts";
import { type ConsentState, consentStateOf } from "../platform/visitor/consentState.ts";
import type { Countries } from "../platform/visitor/countries.ts";
import { createVariationsCookie } from "../platform/visitor/variationsCookie.ts";
import { createVisitorReader, hasPrivacyControl, type Visitor } from "../platform/visitor/visitor.ts";
import { buildFeed } from "./feed.ts";
import { type CachedPage, createPageCache, type PageCache, pageKey } from "./pageCache.ts";
import { documentSettings, variantLabel } from "./pageVariant.ts";
import { buildRobots, buildSitemap } from "./sitemap.ts";
import {
  isSpeculative,
  SPECULATION_RULES_PATH,
  SPECULATION_RULES_TYPE,
  speculationRules,
} from "./speculationRules.ts";

interface PageRoutesOptions {
  bundle: SiteBundle;
  customers: KnownCustomers;
  countries: Countries;
  settings: FixedSettings;
  tools: FollowedTools;
  flags: Pick<Flags, "onChange" | "running">;
  readFlags: ReadVisitorFlags;
  content: Pick<Content, "find" | "findRedirect" | "list" | "alternatesOf" | "report" | "onChange">;
  siteContent: Pick<Followed<SiteContent>, "values" | "onChange">;
  /** Called for each GET request for a page, with the visitor's consent state and no other data of the visitor. */
  onServed?: (consent: ConsentState) => void;
  /** Counts requests for redirects and for paths without a page. */
  hits?: Pick<HitCounter, "note">;
  /** Called with each page sent, except error pages. */
  onSent?: (page: ServedPage) => void;
}

/** Browsers and proxies store a page but revalidate it on each request; an unchanged page gets a short 304. */
const PAGE_CACHE_CONTROL = "public, no-cache";
/** Pages with measurement on by default, or with per-visitor content, are private. */
const OWN_CACHE_CONTROL = "private, no-cache";
/** For sitemap.xml, robots.txt and speculation rules. */
const LISTING_CACHE_CONTROL = `public, max-age=${ONE_HOUR / ONE_SECOND}`;

/**
 * Serves every page of the site, its 404 and 500 pages, sitemap.xml and robots.txt.
 * Sets the not-found handler of `app`, so it is called with the root instance.
 * @returns the cache of rendered pages. It is cleared when flags or connected tools change, and loses the pages whose content changes; other
 * changes must clear it.
 */
export function registerPages(app: FastifyInstance, options: PageRoutesOptions): PageCache {
  const {
    bundle,
    settings,
    tools,
    flags,
    readFlags,
    content,
    siteContent,
    customers,
    countries,
    onServed,
    hits,
    onSent,
  } = options;
  const cache = createPageCache();
  flags.onChange(() => cache.clear());
  tools.onChange(() => cache.clear());
  followTexts(cache, siteContent);
  content.onChange(() => cache.keep(({ texts }) => texts !== null, siteContent.values().version));
  const readVisitor = createVisitorReader({ bannerCookie: settings.bannerCookie, customers, countries });
  const documentHeaders = createDocumentHeaders(bundle, settings);
  const keepVariations = createVariationsCookie(settings);

  interface Shown {
    visitor: Visitor;
    answers: VisitorFlags;
    tools: SiteTools;
  }
  const load = (target: PageTarget, key: string, { visitor, answers, tools }: Shown) => {
    const render = async () => {
      const shown = documentSettings({ settings, tools }, visitor, answers);
      const page = await bundle.entry.renderPage(target, bundle.assets, shown);
      if (!page) throw new Error(`The site lists ${key} but does not render it.`);
      return page;
    };
    const variant = `${Object.values(visitor).join(" ")} ${tools.variant} ${answers.key}`;
    return cache.get(pageKey(key, variant), render);
  };

  const serve = async (
    request: FastifyRequest,
    reply: FastifyReply,
    target: PageTarget,
    key: string,
    status?: number,
  ) => {
    const visitor = readVisitor(request);
    const path = pathOf(request.url);
    const answers = readFlags(request, path, visitor);
    const shownTools = tools.of(request);
    const isOwn = answers.key !== "" || isMeasuredByRegion({ ...settings, ...visitor });
    const { variationsCookie: kept } = answers;
    const headers = {
      ...((isOwn || kept !== null) && { "cache-control": OWN_CACHE_CONTROL }),
      ...(kept !== null && { "set-cookie": keepVariations(kept) }),
      ...(!bundle.isDevelopment && {
        "speculation-rules": `"${SPECULATION_RULES_PATH}/${localeOfPath(path)}.json"`,
      }),
    };
    const elsewhere = answers.redirects.find(({ from, to }) => from === path && to !== path);
    if (elsewhere) {
      const moved = {
        ...documentHeaders(null, shownTools),
        ...headers,
        "cache-control": "private, no-store",
      };
      return reply.headers(moved).redirect(elsewhere.to + searchOf(request.url), 302);
    }
    const canonicalPath = originalOf(path, flags.running());
    const found = target.kind === "path" && canonicalPath ? { ...target, canonicalPath } : target;
    const page = await load(found, key, { visitor, answers, tools: shownTools });
    // What staff see is not what visitors see.
    if (onSent && page.status === 200 && shownTools.variant === "") {
      const variant = variantLabel(visitor, answers);
      onSent({ version: page.version, path: key, variant, html: page.body.identity });
    }
    return sendPage(request, reply, page, { ...documentHeaders(page.sheet, shownTools), ...headers }, status);
  };

  const noteServed = ({ method, headers }: FastifyRequest) => {
    // A prerendered page that the visitor then opens is not counted either: the server does not learn of it.
    if (method === "GET" && !isSpeculative(headers)) onServed?.(consentStateOf(headers.cookie));
  };

  const serveError = (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: "not-found" | "server-error",
    status?: number,
  ) => {
    const asked = localeOfPath(pathOf(request.url));
    const locale = isShownLanguage({ locale: asked }) ? asked : DEFAULT_LOCALE;
    return serve(request, reply, { kind, locale }, `${kind}:${locale}`, status);
  };

  const serveFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (!publicErrorOf(error).isFailure) return sendError(error, request, reply);
    // The pages of editors have no route.
    const page = content.find(pathOf(request.url))?.path;
    request.log.error({ err: error, ...(page !== undefined && { page }) }, "A request failed.");
    return serveError(request, reply, "server-error");
  };

  const serveContent = (request: FastifyRequest, reply: FastifyReply, page: ContentPage) => {
    const target: PageTarget = {
      kind: "content",
      page,
      alternates: content.alternatesOf(page).filter(isShownLanguage),
      onProblem: (problem) => content.report(page, problem),
    };
    return serve(request, reply, target, page.path);
  };

  /** The site's own pages and the languages that visitors do not see, read once for each version of the content. */
  let known: { version: string; paths: Set<string>; languages: Locale[] } | null = null;
  const readHidden = () => {
    const current = siteContent.values();
    const { version } = current;
    if (known?.version !== version) {
      const paths = hiddenPaths(current, bundle.entry.listPageTexts());
      known = { version, paths, languages: hiddenLanguages(current) };
    }
    return known;
  };
  const hidden = () => readHidden().paths;
  const isShownLanguage = ({ locale }: { locale: Locale }) => !readHidden().languages.includes(locale);
  const findWritten = (path: string) => {
    const page = content.find(path);
    return page && isShownLanguage(page) ? page : undefined;
  };
  const listWritten = () =>
    content
      .list()
      .filter(({ path }) => isShownLanguage({ locale: localeOfPath(path) }))
      .map((page) => ({ ...page, alternates: page.alternates.filter(isShownLanguage) }));
  const listOwn = () => {
    const isShown = ({ path }: { path: string }) => !hidden().has(path);
    const pages = bundle.entry.listPages().filter(isShown);
    return pages.map((page) => ({ ...page, alternates: page.alternates.filter(isShown) }));
  };

  const paths = new Set(bundle.entry.listPages().map(({ path }) => path));
  // The demo's document is rendered like a page, but its requests are not counted and the sitemap does not list it.
  for (const path of [...paths, DEMO_FRAME_PATH]) {
    app.get(path, { ...ANY_TEXT, errorHandler: serveFailure }, (request, reply) => {
      if (hidden().has(path)) return serveMissing(request, reply);
      if (path !== DEMO_FRAME_PATH) noteServed(request);
      return serve(request, reply, { kind: "path", path }, path);
    });
  }

  for (const locale of LOCALES) {
    const rules = JSON.stringify(speculationRules(locale, bundle.entry.listPages()));
    app.get(`${SPECULATION_RULES_PATH}/${locale}.json`, ANY_TEXT, (_request, reply) =>
      reply.type(SPECULATION_RULES_TYPE).header("cache-control", LISTING_CACHE_CONTROL).send(rules),
    );
  }
  app.get("/sitemap.xml", ANY_TEXT, (_request, reply) =>
    reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", LISTING_CACHE_CONTROL)
      .send(buildSitemap([...listOwn(), ...listWritten()], settings.publicUrl)),
  );
  // Crawlers ask each host.
  app.get("/robots.txt", { config: { ...ANY_TEXT.config, servedOn: "both" } }, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", LISTING_CACHE_CONTROL)
      .send(buildRobots(settings.publicUrl)),
  );

  const serveMissing = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const moved = isRead(request) ? content.findRedirect(path, searchOf(request.url)) : null;
    hits?.note(request, moved ? "redirect" : "missing", moved?.id ?? path);
    if (moved && moved.status !== 410)
      // What is published next holds at once, so caches ask again.
      return reply.header("cache-control", PAGE_CACHE_CONTROL).redirect(moved.location, moved.status);
    return serveError(request, reply, "not-found", moved ? 410 : undefined);
  };

  const serveUnlisted = (request: FastifyRequest, reply: FastifyReply) => {
    // Content pages can change while the server runs, but routes cannot, so they are looked up here.
    const path = pathOf(request.url);
    const find = (at: string) => (isRead(request) ? findWritten(at) : undefined);
    const written = find(path);
    const list = path.endsWith(FEED_SUFFIX) ? find(path.slice(0, -FEED_SUFFIX.length)) : undefined;
    if (list?.entries && !written)
      return reply
        .type("application/atom+xml; charset=utf-8")
        .header("cache-control", LISTING_CACHE_CONTROL)
        .send(buildFeed(list, settings.publicUrl));
    // Each page has one address, which its scripts and measurement know.
    if (written && path !== request.url.split("?", 1)[0])
      return reply.redirect(path + searchOf(request.url), 308);
    if (written) {
      noteServed(request);
      return serveContent(request, reply, written);
    }
    const withoutSlash = trimTrailingSlashes(path);
    const isSlashed = path !== withoutSlash;
    if (isSlashed && (paths.has(withoutSlash) || findWritten(withoutSlash)))
      return reply.redirect(withoutSlash + searchOf(request.url), 308);
    return serveMissing(request, reply);
  };
  app.setNotFoundHandler(async (request, reply) => {
    try {
      return await serveUnlisted(request, reply);
    } catch (error) {
      return serveFailure(error, request, reply);
    }
  });
  return cache;
}

/** Drops the pages whose texts or images change. If the catalog changes, these are all: each document has prices. */
function followTexts(cache: PageCache, siteContent: PageRoutesOptions["siteContent"]): void {
  let shown = siteContent.values();
  siteContent.onChange(() => {
    const before = shown;
    const next = siteContent.values();
    shown = next;
    if (!isSame(before.catalog, next.catalog)) return cache.clear();
    const isSameText = (text: string) => isSame(textOf(before, text), textOf(next, text));
    const isSameImage = (path: string) => isSame(before.images[path], next.images[path]);
    // A page that an editor wrote has more than texts, which tell of their changes themselves.
    const isSameCopy = LOCALES.every((locale) => isSame(before.copy[locale], next.copy[locale]));
    cache.keep(
      ({ texts, images }) => (texts?.every(isSameText) ?? isSameCopy) && images.every(isSameImage),
      next.version,
    );
  });
}

/** @param text a copy file, as `<locale>/<name>`. */
function textOf({ copy }: SiteContent, text: string): unknown {
  const [locale = "", name = ""] = text.split("/");
  return copy[locale as Locale]?.[name];
}

/** Compares JSON. Content that does not change is mostly the same object. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** The original of a page that a running redirect experiment shows instead; it is the canonical page. Otherwise undefined. */
export function originalOf(path: string, running: readonly RunningExperiment[]): string | undefined {
  return running.find(
    ({ definition: { kind, page, variations } }) =>
      kind === "redirect" && page !== path && variations.some(({ value }) => value === path),
  )?.definition.page;
}

type HeadersOfSheet = (sheet: string | null) => Record<string, string>;

/** @returns the headers of a document of the site by the name of its style sheet, null for one without styles, and by the tools in it. */
export function createDocumentHeaders(
  bundle: SiteBundle,
  settings: FixedSettings,
): (sheet: string | null, tools: Pick<SiteTools, "sources">) => Record<string, string> {
  const known = new WeakMap<PolicySources, HeadersOfSheet>();
  return (sheet, { sources }) => {
    const read = known.get(sources) ?? headersBySheet(bundle, settings, sources);
    known.set(sources, read);
    return read(sheet);
  };
}

function headersBySheet(
  { assets, isDevelopment }: SiteBundle,
  settings: FixedSettings,
  sources: PolicySources,
): HeadersOfSheet {
  const demo = settings.demoUrl === null ? [] : [new URL(settings.demoUrl).origin];
  const headersWith = (inlineStyles: string[]) => ({
    ...(isDevelopment
      ? {}
      : securityHeaders({
          inlineStyles,
          isSecure: settings.publicUrl.startsWith("https:"),
          sources: { ...sources, frame: [...(sources.frame ?? []), ...demo] },
          isPublic: true,
        })),
    "content-type": "text/html; charset=utf-8",
    "cache-control": PAGE_CACHE_CONTROL,
    vary: "accept-encoding, cookie, sec-gpc",
  });
  const plain = headersWith([]);
  const inline = "inline" in assets.styles ? assets.styles.inline : {};
  const known = new Map(Object.entries(inline).map(([sheet, css]) => [sheet, headersWith([css])]));
  return (sheet) => known.get(sheet ?? "") ?? plain;
}

/**
 * Writes a page directly to the response. Fastify's serialization would cost more than everything else, and the body and
 * headers are already complete. Node omits the body for HEAD requests.
 */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  documentHeaders: Record<string, string>,
  status: number = page.status,
): FastifyReply {
  if (page.status === 500) return sendFailurePage(request, reply, page, documentHeaders);
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  const etag = `"${page.digest}-${encoding}"`;
  const isKnown = page.status === 200 && request.headers["if-none-match"]?.includes(etag);
  const body = page.body[encoding];
  const headers = {
    ...documentHeaders,
    ...page.versionHeaders,
    ...timingsOf(request, page),
    etag,
    [REQUEST_ID_HEADER]: request.id,
  };
  reply.hijack();
  if (isKnown) reply.raw.writeHead(304, headers).end();
  else {
    const encoded = encoding === "identity" ? {} : { "content-encoding": encoding };
    reply.raw.writeHead(status, { ...headers, ...encoded, "content-length": body.byteLength }).end(body);
  }
  return reply;
}

/** The page of a failure, with the request's ID to quote. */
function sendFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  documentHeaders: Record<string, string>,
): FastifyReply {
  const html = page.body.identity.toString().replace(REQUEST_ID_PLACEHOLDER, request.id);
  return reply
    .status(page.status)
    .headers({ ...documentHeaders, "cache-control": "no-store" })
    .send(html);
}

/** What the page's own scripts learn from `Server-Timing`, because they cannot read other headers of their document. */
function timingsOf(request: FastifyRequest, { timing }: CachedPage): Record<string, string> {
  const timings = [timing, hasPrivacyControl(request) ? PRIVACY_CONTROL_TIMING : ""].filter(Boolean);
  return timings.length > 0 ? { "server-timing": timings.join(", ") } : {};
}

function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start);
}

/** The path of a request as pages and redirects have it. */
function pathOf(url: string): string {
  return normalizePath(url.split("?", 1)[0] ?? url);
}
