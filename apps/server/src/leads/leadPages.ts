import {
  type FormId,
  type KnownCustomers,
  kindOf,
  type LeadKind,
  type Locale,
  localizePath,
  type SubmittedLead,
} from "@marquee/contract";
import type { FastifyReply } from "fastify";
import type { FixedSettings } from "../config/siteSettings.ts";
import type { FollowedTools } from "../connections/siteTools.ts";
import type { ReadVisitorFlags } from "../flags/visitorFlags.ts";
import { createDocumentHeaders } from "../pages/pageRoutes.ts";
import { pageVariantOf } from "../pages/pageVariant.ts";
import type { SiteBundle } from "../siteBuild/siteBundle.ts";
import type { Countries } from "../visitor/countries.ts";
import { createVisitorReader } from "../visitor/visitor.ts";

/** Documents for browsers without JavaScript: a page that shows a submitted form and its outcome. */
export interface LeadPages {
  send(
    reply: FastifyReply,
    page: { status: number; locale: Locale; lead: SubmittedLead },
  ): Promise<FastifyReply>;
}

interface LeadPagesOptions {
  bundle: SiteBundle;
  customers: KnownCustomers;
  countries: Countries;
  settings: FixedSettings;
  tools: Pick<FollowedTools, "of">;
  readFlags: ReadVisitorFlags;
}

const PATHS: Record<LeadKind, string> = { sales: "/contact-sales", demo: "/demo", "sign-up": "/sign-up" };

export function createLeadPages(options: LeadPagesOptions): LeadPages {
  const { bundle, customers, countries, settings, tools, readFlags } = options;
  const documentHeaders = createDocumentHeaders(bundle, settings);
  const readVisitor = createVisitorReader({ bannerCookie: settings.bannerCookie, customers, countries });
  return {
    async send(reply, { status, locale, lead }) {
      const target = { kind: "path" as const, path: pathOfForm(bundle, lead.formId, locale) };
      const visitor = readVisitor(reply.request);
      const variant = pageVariantOf(visitor, readFlags(reply.request, target.path, visitor));
      const shown = tools.of(reply.request);
      const given = { ...settings, ...shown.settings, ...variant, returnedLead: lead };
      const page = await bundle.entry.renderPage(target, bundle.assets, given);
      if (!page) throw new Error(`The site does not render ${target.path}.`);
      const headers = { ...documentHeaders(page.sheet, shown), "cache-control": "no-store" };
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
