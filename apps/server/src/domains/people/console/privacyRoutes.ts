import { Readable } from "node:stream";
import type { Timestamp } from "@marquee/contract";
import type { PrivacyResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { SessionWatch } from "../../accounts/sessionWatch.ts";
import { exportPerson } from "../privacy/exportPerson.ts";
import type { PersonStores } from "../privacy/findPerson.ts";
import { readAudit } from "../privacy/readAudit.ts";
import { readPerson } from "../privacy/readPerson.ts";
import { requestDeletion } from "../privacy/requestDeletion.ts";
import type { Deletions } from "../privacy/startDeletions.ts";
import type { Erasure } from "../privacy/startErasure.ts";
import { dataExports } from "../tables.ts";

interface PrivacyRoutesOptions extends PersonStores {
  deletions: Pick<Deletions, "request">;
  erasure: Pick<Erasure, "state">;
  retention: Omit<PrivacyResponse, "erasure">;
  sessionWatch: Pick<SessionWatch, "watch">;
  now: () => Timestamp;
}

/**
 * Routes of the Privacy requests screen: look up, export and delete a person's data, and the log of requests. Not for viewers, because they show
 * names and email addresses.
 */
export function privacyRoutes(options: PrivacyRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { eventStore, db, identities, deletions, erasure, retention, sessionWatch, now } = options;
    const stores = { eventStore, db, identities };

    addRoute(scope, "GET /privacy-requests", async () => ({ ...retention, erasure: await erasure.state() }));

    addRoute(scope, "GET /privacy-requests/audit", async (request) => {
      return readAudit(db, request.query, identities.hashEmail);
    });

    addRoute(scope, "GET /privacy-requests/person", async (request) => {
      const { id, scope } = request.query;
      return readPerson(stores, id.trim(), scope);
    });

    addRoute(scope, "POST /privacy-requests/export", async (request, reply) => {
      const { email } = request.account;
      const subject = request.body.id.trim();
      await db.insert(dataExports).values({ subject, requestedBy: email, requestedAt: new Date(now()) });
      reply.header("content-disposition", 'attachment; filename="person.json"').type("application/json");
      // A running export stops when the session that requested it ends.
      reply.raw.on(
        "close",
        sessionWatch.watch(request, () => reply.raw.destroy()),
      );
      return reply.send(Readable.from(exportPerson(stores, subject, request.body.scope)));
    });

    addRoute(scope, "POST /privacy-requests/deletion", async (request, reply) => {
      const { email } = request.account;
      const { id, scope = "person", confirmation, withLeads } = request.body;
      if (confirmation.trim() !== id.trim()) {
        throw new ApiError("bad_request", "To confirm, type the ID or address exactly as shown above.");
      }
      await requestDeletion(
        { ...stores, deletions },
        { id: id.trim(), scope, requestedBy: email, withLeads },
      );
      return reply.status(202).send({});
    });
  };
}
