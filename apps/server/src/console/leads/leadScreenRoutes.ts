import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { requireEditor } from "../../accounts/requireRole.ts";
import { addRoute } from "../../http/consoleRoute.ts";
import { sendAgain } from "../../leads/deliveries/deliveryStore.ts";
import type { Deliveries } from "../../leads/deliveries/startDeliveries.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { listLeads, readLead } from "./readLeads.ts";

interface LeadScreenOptions {
  db: RecordsDatabase;
  deliveries: Pick<Deliveries, "wake">;
  now: () => Timestamp;
}

/** Leads and where they were delivered. Not for viewers, because leads have names and email addresses. */
export function leadScreenRoutes({ db, deliveries, now }: LeadScreenOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /leads", async (request) => {
      requireEditor(request, "see leads");
      return listLeads(db, request.query);
    });

    addRoute(scope, "GET /leads/:id", async (request) => {
      requireEditor(request, "see leads");
      return readLead(db, request.params.id);
    });

    addRoute(scope, "POST /leads/:id/send-again", async (request) => {
      requireEditor(request, "send leads again");
      const { id } = (await readLead(db, request.params.id)).lead;
      await sendAgain(db, { leadId: id, destination: request.body.destination, now: now() });
      deliveries.wake();
      return readLead(db, id);
    });
  };
}
