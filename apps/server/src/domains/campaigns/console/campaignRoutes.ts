import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import { ANY_TEXT } from "../../../platform/http/storableText.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { ListSitePages } from "../../publishing/sitePages.ts";
import { costImportStore, importCosts, previewCosts, readAdCosts } from "../adCostStore.ts";
import { campaignLinkStore, type Destinations } from "../campaignLinkStore.ts";

interface CampaignRoutesOptions {
  db: RecordsDatabase;
  /** Origin of the site. */
  publicUrl: string;
  listSitePages: ListSitePages;
  destinations: () => Promise<Destinations>;
  now: () => Timestamp;
}

/** Campaign links, and what campaigns cost: anyone can read them, editors change them. */
export function campaignRoutes({ db, publicUrl, listSitePages, destinations, now }: CampaignRoutesOptions) {
  const by = ({ email: actor }: Account) => ({ actor, now: now(), destinations });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /campaign-links", async () => ({
      links: (await campaignLinkStore.list(db)).states,
      origin: new URL(publicUrl).origin,
      pages: await listSitePages(),
    }));

    addRoute(scope, "POST /campaign-links", ({ body, account }) =>
      campaignLinkStore.create(db, body.definition, by(account)),
    );

    addRoute(scope, "PUT /campaign-links/:id", ({ params, body, account }) =>
      campaignLinkStore.change(db, { key: pathId(params.id), ...body }, by(account)),
    );

    addRoute(scope, "GET /ad-costs", ({ query }) => readAdCosts(db, query));

    // The preview reports a file in another encoding.
    addRoute(scope, "POST /ad-costs/preview", ({ body }) => previewCosts(db, body), ANY_TEXT);

    addRoute(scope, "POST /ad-costs", ({ body, account }) => importCosts(db, body, by(account)));

    addRoute(scope, "PUT /ad-costs/:id", ({ params, body, account }) =>
      costImportStore.change(db, { key: pathId(params.id), ...body }, by(account)),
    );
  };
}
