import {
  type ContentPage,
  DEFAULT_LOCALE,
  DEMO_FRAME_PATH,
  FEED_SUFFIX,
  isMeasuredByRegion,
  type KnownCustomers,
  localeOfPath,
  normalizePath,
  type PageTarget,
  type SiteContent,
} from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServedPage } from "../domains/archive/archive.types.ts";
import type { FollowedTools, SiteTools } from "../domains/connections/siteTools.ts";
import type { Followed } from "../domains/content/followContent.ts";
import type { Content } from "../domains/content/startContent.ts";
import type { RunningExperiment } from "../domains/flags/buildPayload.ts";
import type { Flags } from "../domains/flags/startFlags.ts";
import type { ReadVisitorFlags, VisitorFlags } from "../domains/flags/visitorFlags.ts";
import type { HitCounter } from "../domains/publishing/countHits.ts";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import { isSpeculative } from "../platform/http/isSpeculative.ts";
import { publicErrorOf, sendError } from "../platform/http/sendError.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { trimTrailingSlashes } from "../platform/http/trimTrailingSlashes.ts";
import type { SiteBundle } from "../platform/siteBuild/siteBundle.ts";
import { type ConsentState, consentStateOf } from "../platform/visitor/consentState.ts";
import type { Countries } from "../platform/visitor/countries.ts";
import { createVariationsCookie } from "../platform/visitor/variationsCookie.ts";
import { createVisitorReader, type Visitor } from "../platform/visitor/visitor.ts";
import { createDocumentHeaders, PAGE_CACHE_CONTROL } from "./documentHeaders.ts";
import { buildFeed } from "./feed.ts";
import { followTexts } from "./followTexts.ts";
import { LISTING_CACHE_CONTROL, listingRoutes } from "./listingRoutes.ts";
import { createPageCache, type PageCache, pageKey } from "./pageCache.ts";
import { documentSettings, variantLabel } from "./pageVariant.ts";
import { sendPage } from "./sendPage.ts";
import { SPECULATION_RULES_PATH } from "./speculationRules.ts";
import { createVisiblePages } from "./visiblePages.ts";

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

/** Pages with measurement on by default, or with per-visitor content, are private. */
const OWN_CACHE_CONTROL = "private, no-cache";

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

  interface PageRequest {
    visitor: Visitor;
    answers: VisitorFlags;
    tools: SiteTools;
  }
  const load = (target: PageTarget, key: string, { visitor, answers, tools }: PageRequest) => {
    const render = async () => {
      const pageSettings = documentSettings({ settings, tools }, visitor, answers);
      const page = await bundle.entry.renderPage(target, bundle.assets, pageSettings);
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
    const { variationsCookie: newVariations } = answers;
    const headers = {
      ...((isOwn || newVariations !== null) && { "cache-control": OWN_CACHE_CONTROL }),
      ...(newVariations !== null && { "set-cookie": keepVariations(newVariations) }),
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
    const canonicalTarget = target.kind === "path" && canonicalPath ? { ...target, canonicalPath } : target;
    const page = await load(canonicalTarget, key, { visitor, answers, tools: shownTools });
    // Documents for staff differ from those for visitors.
    if (onSent && page.status === 200 && shownTools.variant === "") {
      const variant = variantLabel(visitor, answers);
      onSent({ version: page.version, path: key, variant, html: page.body.identity });
    }
    return sendPage(request, reply, page, { ...documentHeaders(page.sheet, shownTools), ...headers }, status);
  };

  const noteServed = ({ method, headers }: FastifyRequest) => {
    // A prerendered page that the visitor then opens is not counted either, because the server is not
    // notified.
    if (method === "GET" && !isSpeculative(headers)) onServed?.(consentStateOf(headers.cookie));
  };

  const serveError = (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: "not-found" | "server-error",
    status?: number,
  ) => {
    const requestedLocale = localeOfPath(pathOf(request.url));
    const locale = visible.isVisibleLanguage({ locale: requestedLocale }) ? requestedLocale : DEFAULT_LOCALE;
    return serve(request, reply, { kind, locale }, `${kind}:${locale}`, status);
  };

  const serveFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (!publicErrorOf(error).isFailure) return sendError(error, request, reply);
    // Pages written by editors have no route.
    const page = content.find(pathOf(request.url))?.path;
    request.log.error({ err: error, ...(page !== undefined && { page }) }, "A request failed.");
    return serveError(request, reply, "server-error");
  };

  const serveContent = (request: FastifyRequest, reply: FastifyReply, page: ContentPage) => {
    const target: PageTarget = {
      kind: "content",
      page,
      alternates: content.alternatesOf(page).filter(visible.isVisibleLanguage),
      onProblem: (problem) => content.report(page, problem),
    };
    return serve(request, reply, target, page.path);
  };

  const visible = createVisiblePages({ entry: bundle.entry, content, siteContent });
  const paths = new Set(bundle.entry.listPages().map(({ path }) => path));
  // The demo's document is rendered like a page, but its requests are not counted and the sitemap does not list it.
  for (const path of [...paths, DEMO_FRAME_PATH]) {
    app.get(path, { ...ANY_TEXT, errorHandler: serveFailure }, (request, reply) => {
      if (visible.isHidden(path)) return serveMissing(request, reply);
      if (path !== DEMO_FRAME_PATH) noteServed(request);
      return serve(request, reply, { kind: "path", path }, path);
    });
  }

  listingRoutes(app, { settings, entry: bundle.entry, listPages: visible.list });

  const serveMissing = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const moved = isRead(request) ? content.findRedirect(path, searchOf(request.url)) : null;
    hits?.note(request, moved ? "redirect" : "missing", moved?.id ?? path);
    if (moved && moved.status !== 410)
      // Caches must revalidate, so that publications take effect immediately.
      return reply.header("cache-control", PAGE_CACHE_CONTROL).redirect(moved.location, moved.status);
    return serveError(request, reply, "not-found", moved ? 410 : undefined);
  };

  const serveUnlisted = (request: FastifyRequest, reply: FastifyReply) => {
    // Content pages can change while the server runs, but routes cannot, so they are looked up here.
    const path = pathOf(request.url);
    const find = (at: string) => (isRead(request) ? visible.findWritten(at) : undefined);
    const written = find(path);
    const list = path.endsWith(FEED_SUFFIX) ? find(path.slice(0, -FEED_SUFFIX.length)) : undefined;
    if (list?.entries && !written)
      return reply
        .type("application/atom+xml; charset=utf-8")
        .header("cache-control", LISTING_CACHE_CONTROL)
        .send(buildFeed(list, settings.publicUrl));
    // Each page has one URL, which its scripts and measurement use.
    if (written && path !== request.url.split("?", 1)[0])
      return reply.redirect(path + searchOf(request.url), 308);
    if (written) {
      noteServed(request);
      return serveContent(request, reply, written);
    }
    const withoutSlash = trimTrailingSlashes(path);
    const isSlashed = path !== withoutSlash;
    if (isSlashed && (paths.has(withoutSlash) || visible.findWritten(withoutSlash)))
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

function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start);
}

/** The path of a request in the form of pages and redirects. */
function pathOf(url: string): string {
  return normalizePath(url.split("?", 1)[0] ?? url);
}
