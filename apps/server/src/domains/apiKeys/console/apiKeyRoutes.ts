import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requirePermission } from "../../accounts/requireRole.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "../apiKeyStore.ts";

interface ApiKeyRoutesOptions {
  db: RecordsDatabase;
  site: Pick<CurrentSite, "current">;
  /** Origin of the site. */
  publicUrl: string;
  now: () => Timestamp;
}

/**
 * Keys of the public API. Only owners see and change them, because a key reads all figures, or creates drafts, without an
 * account.
 */
export function apiKeyRoutes({ db, site, publicUrl, now }: ApiKeyRoutesOptions) {
  const author = (request: FastifyRequest) => ({ by: ownerOf(request), at: now() });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /api-keys", async () => {
      return { keys: await listApiKeys(db), origin: publicUrl, siteId: site.current().id };
    });

    addRoute(scope, "POST /api-keys", async (request) => createApiKey(db, request.body, author(request)));

    addRoute(scope, "POST /api-keys/:id/revoke", async (request) => {
      await revokeApiKey(db, request.params.id, author(request));
      return {};
    });
  };
}

/** Email address of the account. @throws {ApiError} forbidden unless it is an owner's. */
function ownerOf(request: Pick<FastifyRequest, "account">): string {
  return requirePermission(request, "manageKeys").email;
}
