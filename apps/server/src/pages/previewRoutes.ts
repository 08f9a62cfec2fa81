import { localeOfPath, ONE_MINUTE, type PageTarget, type Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FixedSettings } from "../config/siteSettings.ts";
import type { FollowedTools } from "../connections/siteTools.ts";
import { mergeOverlay } from "../content/overlay.ts";
import { ApiError } from "../errors/apiError.ts";
import type { Flags } from "../flags/startFlags.ts";
import type { ReadVisitorFlags } from "../flags/visitorFlags.ts";
import { createRateLimit } from "../http/rateLimit.ts";
import { readDraft } from "../publishing/draftStore.ts";
import { createImageLinks, signImages } from "../publishing/imageLinks.ts";
import { PREVIEW_PATH, readPreviewToken } from "../publishing/previewLinks.ts";
import type { BuiltContent, Publishing } from "../publishing/startPublishing.ts";
import type { SiteBundle } from "../siteBuild/siteBundle.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import type { Countries } from "../visitor/countries.ts";
import { createVisitorReader } from "../visitor/visitor.ts";
import { createDocumentHeaders, originalOf } from "./pageRoutes.ts";
import { pageVariantOf } from "./pageVariant.ts";

interface PreviewRoutesOptions {
  db: RecordsDatabase;
  signingKey: string;
  bundle: SiteBundle;
  publishing: Pick<Publishing, "head" | "files" | "build" | "published">;
  countries: Countries;
  settings: FixedSettings;
  tools: FollowedTools;
  flags: Pick<Flags, "running">;
  readFlags: ReadVisitorFlags;
  now: () => Timestamp;
}

/** Previews by one client in a minute: each renders a page. */
const MOST_PREVIEWS = 300;
const EXPIRED = {
  error: { code: "not_found", message: "This preview has expired. Open it again from the console." },
};

/**
 * Shows pages with the content of a draft: the documents that visitors would get without cookies, but with headers that let no script run,
 * so that nothing is measured, and that no cache or search engine keeps.
 */
export function registerPreviews(app: FastifyInstance, options: PreviewRoutesOptions): void {
  const { db, signingKey, bundle, publishing, countries, settings, tools, now } = options;
  const limit = createRateLimit({ now, most: MOST_PREVIEWS, window: ONE_MINUTE });
  const readVisitor = createVisitorReader({
    bannerCookie: settings.bannerCookie,
    customers: { groupIds: [], domains: [] },
    countries,
  });
  const imageLinks = createImageLinks(signingKey, now);
  const documentHeaders = createDocumentHeaders(bundle, settings, tools);

  const render = async (path: string, content: BuiltContent, { ip }: FastifyRequest) => {
    const visitor = readVisitor({ headers: {}, ip });
    const request = { headers: {}, ip, query: {}, url: path };
    const answers = options.readFlags(request, path, visitor);
    const site = await bundle.open(signImages(content.site, publishing.published().site, imageLinks));
    const target = targetOf(path, content, options);
    const variant = pageVariantOf(visitor, answers);
    const page = await site.renderPage(target, bundle.assets, {
      ...settings,
      ...tools.current().settings,
      ...variant,
    });
    if (!page) throw new Error(`The site lists ${path} but does not render it.`);
    return page;
  };

  app.get(
    `${PREVIEW_PATH}/:token/*`,
    async (request: FastifyRequest<{ Params: { token: string; "*": string } }>, reply) => {
      const { token, "*": rest } = request.params;
      const preview = readPreviewToken(signingKey, token, now());
      const kept = { "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow" };
      if (!preview) return reply.status(404).headers(kept).send(EXPIRED);
      const seconds = limit.take(request.ip);
      if (seconds !== null)
        throw new ApiError("too_many_requests", "Too many previews. Wait a moment.", seconds);
      const { sheet, html, status } = await render(
        `/${rest}`,
        preview.draft === null ? publishing.published() : await contentOf(preview.draft),
        request,
      );
      const headers = documentHeaders(sheet);
      const policy = headers["content-security-policy"];
      const sandbox = [policy, "sandbox allow-same-origin"].filter(Boolean).join("; ");
      return reply
        .status(status)
        .headers({ ...headers, ...kept, "content-security-policy": sandbox })
        .send(html);
    },
  );

  async function contentOf(id: number): Promise<BuiltContent> {
    const { fields } = await readDraft(db, id);
    return publishing.build(mergeOverlay(publishing.head().overlay, fields, publishing.files()));
  }
}

function targetOf(
  path: string,
  { pages }: BuiltContent,
  { bundle, flags }: PreviewRoutesOptions,
): PageTarget {
  if (bundle.entry.listPages().some((page) => page.path === path)) {
    const canonicalPath = originalOf(path, flags.running());
    return { kind: "path", path, ...(canonicalPath && { canonicalPath }) };
  }
  const page = pages.byPath.get(path)?.page;
  if (!page) return { kind: "not-found", locale: localeOfPath(path) };
  return { kind: "content", page, alternates: pages.alternatesOf(page), onProblem: () => undefined };
}
