import { desc, eq, inArray, or, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { addRoute } from "../../accounts/addRoute.ts";
import { accounts } from "../../accounts/tables.ts";
import { readJourney } from "../../leads/console/readJourney.ts";
import { toSummary } from "../../leads/console/readLeads.ts";
import { leads } from "../../leads/tables.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import type { PersonStores } from "../privacy/findPerson.ts";
import { readPerson } from "../privacy/readPerson.ts";
import { listPeople } from "./listPeople";

/** Maximum number of listed leads of a person, because anyone can send any number with the same address. */
const MAX_LEADS = 100;

/**
 * People across visits, browsers, user IDs, email addresses and leads, as far as they are linked by consented data. Not for viewers, because people have
 * names and email addresses. Exports and deletions are privacy requests.
 */
export function peopleRoutes(stores: PersonStores & { replayIds: Pick<ReplayIds, "write"> }) {
  const { db, identities } = stores;
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /people", async (request) => {
      await identities.catchUp();
      return listPeople({ db, hashEmail: identities.hashEmail }, request.query);
    });

    addRoute(scope, "GET /person", async (request) => {
      const id = request.query.id.trim();
      const person = await readPerson(stores, id);
      const { leadIds, emails } = person.names;
      const rows = await db
        .select({ lead: leads, ownerEmail: accounts.email })
        .from(leads)
        .leftJoin(accounts, eq(accounts.id, leads.ownerId))
        .where(or(inArray(sql`${leads.id}::text`, leadIds), inArray(sql`lower(${leads.email})`, emails)))
        .orderBy(desc(leads.createdAt))
        .limit(MAX_LEADS);
      return {
        person,
        leads: rows.map(({ lead, ownerEmail }) => toSummary(lead, ownerEmail)),
        journey: await readJourney(stores, request, id),
      };
    });
  };
}
