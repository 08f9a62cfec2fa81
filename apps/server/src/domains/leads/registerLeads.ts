import type { KnownCustomers, SiteContent, Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createLeadPages } from "../../pages/leadPages.ts";
import type { FixedSettings } from "../../platform/config/siteSettings.ts";
import { createRateLimit } from "../../platform/http/rateLimit.ts";
import type { SiteBundle } from "../../platform/siteBuild/siteBundle.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { SigningKeys } from "../../platform/storage/records/signingKeys.ts";
import type { Countries } from "../../platform/visitor/countries.ts";
import type { FollowedTools } from "../connections/siteTools.ts";
import type { Connections } from "../connections/startConnections.ts";
import type { Followed } from "../content/followContent.ts";
import type { Content } from "../content/startContent.ts";
import type { ReadVisitorFlags } from "../flags/visitorFlags.ts";
import type { HashEmail } from "../people/identities/names.ts";
import type { Deliveries } from "./deliveries/startDeliveries.ts";
import { leadRoutes } from "./leadRoutes.ts";
import { createLeadTickets } from "./leadTickets.ts";
import { createSchedulers } from "./schedulers.ts";
import type { LeadStorage } from "./startLeadStorage.ts";
import { updateRoutes } from "./updates/updateRoutes.ts";

/** Forms per IP address within the rate limit's window. A whole office may share one address. */
const MAX_FORMS = 10;
/** Rendered pages per IP address in the same window, for browsers without JavaScript: a form takes two, and each mistake one more. */
const MAX_PAGES = 60;
/** Updates with a wrong signature per IP address, in the same window. */
const MAX_UNSIGNED = 60;

interface LeadsOptions {
  storage: LeadStorage;
  db: RecordsDatabase;
  hashEmail: HashEmail;
  content: Pick<Content, "meetingRoutes">;
  siteContent: Pick<Followed<SiteContent>, "values">;
  bundle: SiteBundle;
  customers: KnownCustomers;
  countries: Countries;
  settings: FixedSettings;
  tools: Pick<FollowedTools, "of">;
  readFlags: ReadVisitorFlags;
  connections: Pick<Connections, "read" | "recordResult">;
  deliveries: Pick<Deliveries, "connected" | "wake">;
  keys: Pick<SigningKeys, "of">;
  now: () => Timestamp;
  log: Logger;
}

/** Registers the lead routes. */
export async function registerLeads(server: FastifyInstance, options: LeadsOptions): Promise<void> {
  const { storage, db, hashEmail, content, settings, countries, connections, deliveries, keys, now, log } =
    options;
  const key = keys.of("leads");
  await server.register(
    leadRoutes({
      intake: {
        db,
        hashEmail,
        tickets: createLeadTickets(key, now),
        limit: createRateLimit({ now, most: MAX_FORMS }),
        routes: content.meetingRoutes,
        schedulers: createSchedulers(connections),
        key,
        destinations: deliveries.connected,
        spool: storage.spool,
        log,
        now,
      },
      pages: createLeadPages({ ...options, limit: createRateLimit({ now, most: MAX_PAGES }) }),
      publicUrl: settings.publicUrl,
      countries,
      onStored: storage.onStored,
    }),
  );
  await server.register(
    updateRoutes({
      db,
      connections,
      now,
      onChanged: storage.copies.wake,
      limit: createRateLimit({ now, most: MAX_UNSIGNED }),
    }),
  );
}
