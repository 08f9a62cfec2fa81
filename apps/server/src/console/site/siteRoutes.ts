import type { SiteResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { requireAccount } from "../../accounts/requireRole.ts";
import { addRoute, strictBody } from "../../http/consoleRoute.ts";
import { definitionOf, readSite } from "../../site/siteStore.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";

interface SiteRoutesOptions {
  db: RecordsDatabase;
  site: Pick<CurrentSite, "save" | "publicHost">;
}

/** The Site: anyone can read it, editors can change it. */
export function siteRoutes({ db, site }: SiteRoutesOptions) {
  const describe = async (): Promise<SiteResponse> => {
    const { site: stored, ...about } = await readSite(db);
    return { id: stored.id, site: definitionOf(stored), ...about, publicHost: site.publicHost };
  };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /site", describe);

    addRoute(
      scope,
      "PUT /site",
      async (request) => {
        const { email: actor } = requireAccount(request);
        await site.save(request.body, actor);
        return describe();
      },
      { validatorCompiler: strictBody },
    );
  };
}
