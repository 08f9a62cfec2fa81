import { LOCALES, ONE_HOUR, ONE_SECOND, type SiteEntry, type SitemapEntry } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { buildRobots, buildSitemap } from "./sitemap.ts";
import { SPECULATION_RULES_PATH, SPECULATION_RULES_TYPE, speculationRules } from "./speculationRules.ts";

interface ListingRoutesOptions {
  settings: Pick<FixedSettings, "publicUrl">;
  entry: Pick<SiteEntry, "listPages">;
  /** Pages that visitors can see. */
  listPages: () => SitemapEntry[];
}

/** For sitemap.xml, robots.txt, feeds and speculation rules. */
export const LISTING_CACHE_CONTROL = `public, max-age=${ONE_HOUR / ONE_SECOND}`;

/** Registers sitemap.xml, robots.txt, and speculation rules. */
export function listingRoutes(
  app: FastifyInstance,
  { settings, entry, listPages }: ListingRoutesOptions,
): void {
  for (const locale of LOCALES) {
    const rules = JSON.stringify(speculationRules(locale, entry.listPages()));
    app.get(`${SPECULATION_RULES_PATH}/${locale}.json`, ANY_TEXT, (_request, reply) =>
      reply.type(SPECULATION_RULES_TYPE).header("cache-control", LISTING_CACHE_CONTROL).send(rules),
    );
  }
  app.get("/sitemap.xml", ANY_TEXT, (_request, reply) =>
    reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", LISTING_CACHE_CONTROL)
      .send(buildSitemap(listPages(), settings.publicUrl)),
  );
  // Crawlers request it from each host.
  app.get("/robots.txt", { config: { ...ANY_TEXT.config, servedOn: "both" } }, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", LISTING_CACHE_CONTROL)
      .send(buildRobots(settings.publicUrl)),
  );
}
