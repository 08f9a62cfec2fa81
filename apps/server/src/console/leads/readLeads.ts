import type { LeadDelivery, LeadResponse, LeadSearch, LeadsResponse } from "@marquee/contract/schema";
import { and, desc, eq, exists, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../errors/apiError.ts";
import { readCursor, writeCursor } from "../../http/cursor.ts";
import type { DeliveryRow } from "../../leads/deliveries/deliveryStore.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { leadDeliveries, leads } from "../../storage/records/schema.ts";

const PAGE_SIZE = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One page of the leads, newest first. @throws {ApiError} bad_request for an invalid cursor. */
export async function listLeads(db: RecordsDatabase, { show, before }: LeadSearch): Promise<LeadsResponse> {
  const { id, kind, name, email, companySize, createdAt } = leads;
  const rows = await db
    .select({ id, kind, name, email, companySize, createdAt })
    .from(leads)
    .where(
      and(eq(leads.isSpam, show === "spam"), show === "failed" ? hasFailed(db) : undefined, isAfter(before)),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(PAGE_SIZE);
  const deliveries = await deliveriesOf(
    db,
    rows.map((lead) => lead.id),
  );
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  return {
    leads: rows.map((lead) => ({
      ...lead,
      createdAt: lead.createdAt.getTime(),
      deliveries: deliveries
        .filter(({ leadId }) => leadId === lead.id)
        .map(({ destination, state }) => ({ destination, state })),
    })),
    next: last ? writeCursor({ at: last.createdAt.getTime(), id: last.id }) : null,
  };
}

/** A lead with its deliveries. @throws {ApiError} not_found */
export async function readLead(db: RecordsDatabase, id: string): Promise<LeadResponse> {
  const [lead] = UUID.test(id) ? await db.select().from(leads).where(eq(leads.id, id)) : [];
  if (!lead) throw new ApiError("not_found", "This lead does not exist, or was deleted.");
  const { formId, kind, email, companySize, message, name, locale, pagePath, location } = lead;
  const { attribution, route, meetingUrl, createdAt, isSpam } = lead;
  const shown = { formId, kind, email, companySize, message, name, locale, pagePath, location };
  return {
    lead: { id: lead.id, ...shown, attribution, route, meetingUrl, isSpam, createdAt: createdAt.getTime() },
    deliveries: (await deliveriesOf(db, [lead.id])).map(toDelivery),
  };
}

function toDelivery({ destination, state, attempts, attemptedAt, nextAt, error }: DeliveryRow): LeadDelivery {
  return {
    destination,
    state,
    attempts,
    attemptedAt: attemptedAt?.getTime() ?? null,
    nextAt: nextAt?.getTime() ?? null,
    error,
  };
}

async function deliveriesOf(db: RecordsDatabase, ids: string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  const rows = db.select().from(leadDeliveries).where(inArray(leadDeliveries.leadId, ids));
  return rows.orderBy(leadDeliveries.destination);
}

function hasFailed(db: RecordsDatabase): SQL {
  const failed = and(eq(leadDeliveries.leadId, leads.id), eq(leadDeliveries.state, "failed"));
  return exists(db.select({ id: leadDeliveries.leadId }).from(leadDeliveries).where(failed));
}

function isAfter(before: string | undefined): SQL | undefined {
  const place = readCursor(before);
  if (!place) return undefined;
  const at = new Date(place.at);
  return or(lt(leads.createdAt, at), and(eq(leads.createdAt, at), sql`${leads.id}::text < ${place.id}`));
}
