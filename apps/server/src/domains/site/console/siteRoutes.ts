import { may, type SiteResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requirePermission } from "../../accounts/requireRole.ts";
import { readSite } from "../siteStore.ts";
import type { CurrentSite } from "../startSite.ts";

const OF_OWNERS = "manageTeam";

interface SiteRoutesOptions {
  db: RecordsDatabase;
  site: Pick<CurrentSite, "save" | "publicHost">;
}

/**
 * The Site: anyone can read it, editors can change it. Excluded addresses belong to colleagues, so only owners see
 * them.
 */
export function siteRoutes({ db, site }: SiteRoutesOptions) {
  const describe = async ({ role }: Account): Promise<SiteResponse> => {
    const { site: stored, ...about } = await readSite(db);
    const { id, excludedAddresses, ...publicSettings } = stored;
    const visible = may(role, OF_OWNERS) ? { ...publicSettings, excludedAddresses } : publicSettings;
    return { id, definition: visible, ...about, publicHost: site.publicHost };
  };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /site", (request) => describe(request.account));

    addRoute(scope, "PUT /site", async (request) => {
      const account = request.body.definition.excludedAddresses
        ? requirePermission(request, OF_OWNERS, "decide which addresses are not counted")
        : request.account;
      await site.save(request.body, account.email);
      return describe(account);
    });
  };
}
