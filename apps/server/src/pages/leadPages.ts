import {
  type FormId,
  type KnownCustomers,
  kindOf,
  type LeadKind,
  type Locale,
  localizePath,
  type SiteContent,
  type SubmittedLead,
  type Timestamp,
} from "@marquee/contract";
import type { FastifyReply } from "fastify";
import type { FollowedTools } from "../domains/connections/siteTools.ts";
import type { Followed } from "../domains/content/followContent.ts";
import type { ReadVisitorFlags } from "../domains/flags/visitorFlags.ts";
import type { LeadPages } from "../domains/leads/leadRoutes.ts";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import { PLAIN_PAGE_HEADERS, plainPage } from "../platform/http/plainPage.ts";
import { createRateLimit } from "../platform/http/rateLimit.ts";
import { escapeMarkup } from "../platform/markup.ts";
import type { SiteBundle } from "../platform/siteBuild/siteBundle.ts";
import type { Countries } from "../platform/visitor/countries.ts";
import { createVisitorReader } from "../platform/visitor/visitor.ts";
import { createDocumentHeaders } from "./documentHeaders.ts";
import { pageVariantOf } from "./pageVariant.ts";

/** The parts of `content/copy/<locale>/lead-form.json` on the page for rate-limited networks. Every locale has the keys of the English file. */
interface FormTexts {
  failed: { title: string; tooMany: string };
  sent: Record<LeadKind, { title: string }>;
}

interface LeadPagesOptions {
  siteContent: Pick<Followed<SiteContent>, "values">;
  bundle: SiteBundle;
  customers: KnownCustomers;
  countries: Countries;
  settings: FixedSettings;
  tools: Pick<FollowedTools, "of">;
  readFlags: ReadVisitorFlags;
  now: () => Timestamp;
}

/**
 * Maximum pages per IP address within the rate limit's window, because each is rendered individually. A form takes two, and each mistake one
 * more.
 */
const MAX_PAGES = 60;
const PATHS: Record<LeadKind, string> = { sales: "/contact-sales", demo: "/demo", "sign-up": "/sign-up" };

export function createLeadPages(options: LeadPagesOptions): LeadPages {
  const { siteContent, bundle, customers, countries, settings, tools, readFlags, now } = options;
  const limit = createRateLimit({ now, most: MAX_PAGES });
  const documentHeaders = createDocumentHeaders(bundle, settings);
  const readVisitor = createVisitorReader({ bannerCookie: settings.bannerCookie, customers, countries });
  /** Without the form, which is still on the previous page in the browser. */
  const sendTooMany = (reply: FastifyReply, { locale, lead }: { locale: Locale; lead: SubmittedLead }) => {
    const { failed, sent } = siteContent.values().copy[locale]["lead-form"] as FormTexts;
    const isSent = lead.outcome === "sent";
    const title = isSent ? sent[kindOf(lead.formId)].title : failed.title;
    const body = isSent ? "" : `<p>${escapeMarkup(failed.tooMany)}</p>`;
    return reply
      .status(429)
      .headers(PLAIN_PAGE_HEADERS)
      .send(plainPage({ language: locale, title, body }));
  };
  return {
    async send(reply, { status, locale, lead }) {
      const wait = limit.take(reply.request.ip);
      if (wait !== null) return sendTooMany(reply.header("retry-after", String(wait)), { locale, lead });
      const target = { kind: "path" as const, path: pathOfForm(bundle, lead.formId, locale) };
      const visitor = readVisitor(reply.request);
      const variant = pageVariantOf(visitor, readFlags(reply.request, target.path, visitor));
      const visitorTools = tools.of(reply.request);
      const pageSettings = { ...settings, ...visitorTools.settings, ...variant, returnedLead: lead };
      const page = await bundle.entry.renderPage(target, bundle.assets, pageSettings);
      if (!page) throw new Error(`The site does not render ${target.path}.`);
      const headers = { ...documentHeaders(page.sheet, visitorTools), "cache-control": "no-store" };
      return reply.status(status).headers(headers).send(page.html);
    },
  };
}

/** Path of the page with the form in that language; the sales page if the site has no page for this kind of lead. */
function pathOfForm(bundle: SiteBundle, formId: FormId, locale: Locale): string {
  const path = localizePath(PATHS[kindOf(formId)], locale);
  const isThere = bundle.entry.listPages().some((page) => page.path === path);
  return isThere ? path : localizePath(PATHS.sales, locale);
}
