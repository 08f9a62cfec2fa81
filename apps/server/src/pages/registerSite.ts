import { COUNTERS, type KnownCustomers, type SiteContent } from "@marquee/contract";
import type { Archive } from "../domains/archive/startArchive.ts";
import { createSiteTools } from "../domains/connections/siteTools.ts";
import type { Connections } from "../domains/connections/startConnections.ts";
import type { Followed } from "../domains/content/followContent.ts";
import type { Content } from "../domains/content/startContent.ts";
import type { FindPage } from "../domains/flags/siteFlagValues.ts";
import type { Flags } from "../domains/flags/startFlags.ts";
import { createVisitorFlags } from "../domains/flags/visitorFlags.ts";
import { registerLeads } from "../domains/leads/registerLeads.ts";
import type { Leads } from "../domains/leads/startLeads.ts";
import type { HashEmail } from "../domains/people/identities/names.ts";
import { startHitCounter } from "../domains/publishing/countHits.ts";
import type { Publishing } from "../domains/publishing/startPublishing.ts";
import type { CurrentSite } from "../domains/site/startSite.ts";
import type { CollectReports } from "../ingest/collectRoutes.ts";
import { siteSettings } from "../platform/config/siteSettings.ts";
import type { AllowedOrigins } from "../platform/http/origin.ts";
import { withAnyText } from "../platform/http/storableText.ts";
import type { Platform } from "../platform/platform.types.ts";
import type { SiteBundle } from "../platform/siteBuild/siteBundle.ts";
import { registerContent } from "./contentRoutes.ts";
import { createLeadPages } from "./leadPages.ts";
import type { PageCache } from "./pageCache.ts";
import { registerPages } from "./pageRoutes.ts";
import { registerPreviews } from "./previewRoutes.ts";
import { snippetRoutes } from "./snippet/snippetRoutes.ts";

interface SiteOptions extends Platform, CollectReports {
  bundle: SiteBundle;
  site: CurrentSite;
  connections: Connections;
  customers: KnownCustomers;
  flags: Flags;
  findPage: FindPage;
  content: Content;
  siteContent: Followed<SiteContent>;
  publishing: Publishing;
  leads: Leads;
  hashEmail: HashEmail;
  allowedOrigins: AllowedOrigins;
  /** Archives sent pages; null if they are not archived. */
  archive: Pick<Archive, "notePage"> | null;
}

/**
 * Registers the visitors' routes: pages and their content, previews, forms, and the script for pages on other hosts.
 */
export async function registerSite(options: SiteOptions): Promise<PageCache> {
  const { server, config, keys, flags, publishing, leads, counters, archive, started } = options;
  const { publicUrl, consoleUrl, requireTwoFactor } = config;
  const settings = siteSettings(config);
  const tools = createSiteTools(options.connections, publicUrl.startsWith("https:"));
  await server.register(withAnyText(snippetRoutes({ ...options, tools })));
  const keptParameters = new Set(config.keptParameters);
  const readFlags = createVisitorFlags({ ...options, settings, keptParameters });
  started(flags);
  const parts = { ...options, settings, tools, readFlags };
  await registerLeads(server, { ...parts, ...leads, pages: createLeadPages(parts), publicUrl });
  registerContent(server, options.siteContent);
  started(publishing);
  const signingKey = keys.of("previews");
  await registerPreviews(server, { ...parts, consoleUrl, requireTwoFactor, signingKey });
  return registerPages(server, {
    ...parts,
    onServed: (consent) => counters.add(COUNTERS.page, consent),
    hits: started(startHitCounter(options)),
    ...(archive && { onSent: archive.notePage }),
  });
}
