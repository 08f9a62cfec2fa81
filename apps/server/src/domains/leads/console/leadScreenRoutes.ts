import type { Timestamp } from "@marquee/contract";
import type { LeadResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { addRoute } from "../../accounts/addRoute.ts";
import type { Mailer } from "../../mail/createMailer.ts";
import type { PersonStores } from "../../people/privacy/findPerson.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { addLeadNote, changeLead, deleteLeadNote, markLeadRead } from "../changeLead.ts";
import { sendAgain } from "../deliveries/deliveryStore.ts";
import { describeLead } from "../deliveries/leadNotice.ts";
import type { Deliveries } from "../deliveries/startDeliveries.ts";
import { findLeadById } from "../leadStore.ts";
import { readJourney } from "./readJourney.ts";
import { checkLeadId, countUnread, listLeads, readLead } from "./readLeads.ts";

interface LeadScreenOptions extends PersonStores {
  replayIds: Pick<ReplayIds, "write">;
  deliveries: Pick<Deliveries, "wake">;
  mailer: Mailer;
  site: Pick<CurrentSite, "current">;
  /** Origin of the console, for links in emails. */
  consoleUrl: string;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Leads with value, owner and deliveries. Not for viewers, because leads have names and email addresses. */
export function leadScreenRoutes(options: LeadScreenOptions) {
  const { db, eventStore, deliveries, mailer, site, consoleUrl, now, log } = options;
  const read = async (id: string): Promise<LeadResponse> => ({
    ...(await readLead(db, id)),
    isEmailConnected: mailer.isConnected(),
  });

  /** Sends the email after the response, because a mail server can take seconds. A failure shows at the connection. */
  const tellOwner = async (id: string, email: string) => {
    const lead = await findLeadById(db, id);
    if (lead) await mailer.sendNewOwner(email, describeLead(lead, consoleUrl));
  };

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /leads", async (request) => {
      return listLeads({ db, eventStore, siteHosts: site.current().hosts }, request.query);
    });

    // Viewers see how many leads are unread, but not whose.
    addRoute(scope, "GET /leads/unread", async () => ({ unread: await countUnread(db) }));

    addRoute(scope, "GET /leads/:id", async (request) => {
      return read(request.params.id);
    });

    addRoute(scope, "PUT /leads/:id", async (request) => {
      const { email } = request.account;
      const id = checkLeadId(request.params.id);
      const owner = await changeLead(db, { id, ...request.body }, { actor: email, at: now() });
      if (owner !== null && owner !== email && mailer.isConnected())
        tellOwner(id, owner).catch((error: unknown) =>
          log.warn({ err: error }, "Failed to notify the new owner of a lead."),
        );
      return read(id);
    });

    addRoute(scope, "PUT /leads/:id/read", async (request) => {
      const id = checkLeadId(request.params.id);
      await markLeadRead(db, id, request.body.isRead ? new Date(now()) : null);
      return {};
    });

    addRoute(scope, "POST /leads/:id/notes", async (request) => {
      const { email } = request.account;
      const { lead } = await readLead(db, request.params.id);
      await addLeadNote(db, { id: lead.id, text: request.body.text, actor: email, at: now() });
      return read(lead.id);
    });

    addRoute(scope, "PUT /leads/:id/notes/:note", async (request) => {
      const { id, note } = request.params;
      await deleteLeadNote(db, { lead: checkLeadId(id), note, isDeleted: request.body.isDeleted });
      return read(id);
    });

    addRoute(scope, "GET /leads/:id/journey", async (request) => {
      const { lead } = await readLead(db, request.params.id);
      return readJourney(options, request, lead.id);
    });

    addRoute(scope, "POST /leads/:id/send-again", async (request) => {
      const { id } = (await readLead(db, request.params.id)).lead;
      await sendAgain(db, { leadId: id, destination: request.body.destination, now: now() });
      deliveries.wake();
      return read(id);
    });
  };
}
