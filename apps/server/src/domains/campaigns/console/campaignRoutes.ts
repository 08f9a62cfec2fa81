import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import { ANY_TEXT } from "../../../platform/http/storableText.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { ListSitePages } from "../../publishing/sitePages.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { importCosts, previewCosts, readAdCosts, undoImport } from "../adCostStore.ts";
import {
  changeCampaignLink,
  createCampaignLink,
  type Destinations,
  listCampaignLinks,
} from "../campaignLinkStore.ts";

interface CampaignRoutesOptions {
  db: RecordsDatabase;
  site: Pick<CurrentSite, "current">;
  /** Origin of the site. */
  publicUrl: string;
  listSitePages: ListSitePages;
  now: () => Timestamp;
}

/** Campaign links, and what campaigns cost: anyone can read them, editors change them. */
export function campaignRoutes({ db, site, publicUrl, listSitePages, now }: CampaignRoutesOptions) {
  const { origin } = new URL(publicUrl);
  const destinations = async (): Promise<Destinations> => ({
    origin,
    paths: (await listSitePages()).map(({ path }) => path),
    hosts: site.current().hosts,
  });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /campaign-links", async () => ({
      links: await listCampaignLinks(db),
      origin,
      pages: await listSitePages(),
    }));

    addRoute(scope, "POST /campaign-links", async (request) => {
      const { email: actor } = request.account;
      const given = { actor, now: now(), destinations: await destinations() };
      return createCampaignLink(db, request.body.link, given);
    });

    addRoute(scope, "PUT /campaign-links/:id", async (request) => {
      return changeCampaignLink(db, pathId(request.params.id), request.body);
    });

    addRoute(scope, "GET /ad-costs", ({ query }) => readAdCosts(db, query));

    addRoute(
      scope,
      "POST /ad-costs/preview",
      async (request) => {
        return previewCosts(db, request.body);
      },
      // The preview says what is wrong with a file in another encoding.
      ANY_TEXT,
    );

    addRoute(scope, "POST /ad-costs", async (request) => {
      const { email: actor } = request.account;
      return importCosts(db, request.body, { actor, now: now() });
    });

    addRoute(scope, "POST /ad-costs/:id/undo", async (request) => {
      const { email: actor } = request.account;
      await undoImport(db, pathId(request.params.id), { actor, now: now() });
      return {};
    });
  };
}
