import type { LeadDeliveryState } from "@marquee/contract";
import {
  type LeadDelivery,
  type LeadResponse,
  type LeadSearch,
  type LeadSummary,
  type LeadsResponse,
  NO_LEAD_OWNER,
  type Touch,
} from "@marquee/contract/schema";
import { and, count, desc, eq, exists, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { accounts } from "../../accounts/tables.ts";
import { queryFirstTouches } from "../../questions/queries/leads/firstTouches.ts";
import { originOf } from "../copies/leadCopyRow.ts";
import type { DeliveryRow } from "../deliveries/deliveryStore.ts";
import type { LeadRow } from "../leadStore.ts";
import { leadDeliveries, leadDeliveryAttempts, leadEntries, leadMeetings, leads } from "../tables.ts";

const PAGE_SIZE = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Maximum number of listed history entries, because webhooks can add any number. */
const MAX_ENTRIES = 500;
/** Maximum number of listed attempts, because editors can retry any number of times. */
const MAX_ATTEMPTS = 200;

interface LeadStores {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  /** Hosts of the site, which are not sources. */
  siteHosts: readonly string[];
}

/** One page of the leads, newest first. @throws {ApiError} bad_request for an invalid cursor. */
export async function listLeads(
  { db, eventStore, siteHosts }: LeadStores,
  { show, status, kind, owner, delivery, text, from, to, before }: LeadSearch,
): Promise<LeadsResponse> {
  const rows = await db
    .select({ lead: leads, ownerEmail: accounts.email })
    .from(leads)
    .leftJoin(accounts, eq(accounts.id, leads.ownerId))
    .where(
      and(
        eq(leads.isSpam, show === "spam"),
        show === "unread" ? isNull(leads.readAt) : undefined,
        status && eq(leads.status, status),
        kind && eq(leads.kind, kind),
        isOwnedBy(owner),
        hasDelivery(db, delivery),
        hasText(text),
        from === undefined ? undefined : gte(leads.createdAt, new Date(from)),
        to === undefined ? undefined : lt(leads.createdAt, new Date(to)),
        isAfter(before),
      ),
    )
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(PAGE_SIZE);
  const deliveries = await deliveriesOf(
    db,
    rows.map(({ lead }) => lead.id),
  );
  const visitors = rows.flatMap(({ lead }) => lead.visit?.visitorId || []);
  const firstTouches = await queryFirstTouches(eventStore, [...new Set(visitors)]);
  const last = rows.length === PAGE_SIZE ? rows.at(-1)?.lead : undefined;
  return {
    leads: rows.map(({ lead, ownerEmail }) => ({
      ...toSummary(lead, ownerEmail),
      firstTouch: firstTouches.get(lead.visit?.visitorId ?? "") ?? null,
      lastTouch: lastTouchOf(lead, siteHosts),
      deliveries: deliveries
        .filter(({ leadId }) => leadId === lead.id)
        .map(({ destination, state }) => ({ destination, state })),
    })),
    next: last ? writeCursor({ at: last.createdAt.getTime(), id: last.id }) : null,
  };
}

/** The list's fields from a lead's own row. */
export function toSummary(
  lead: LeadRow,
  ownerEmail: string | null,
): Omit<LeadSummary, "firstTouch" | "lastTouch" | "deliveries"> {
  const { id, kind, name, email, company, companySize, status, value } = lead;
  return {
    id,
    kind,
    name,
    email,
    company,
    companySize,
    status,
    value,
    owner: ownerOf(lead, ownerEmail),
    createdAt: lead.createdAt.getTime(),
    isUnread: lead.readAt === null,
    meetingAt: lead.meetingAt?.getTime() ?? null,
  };
}

const ownerOf = ({ ownerId }: LeadRow, email: string | null) =>
  ownerId === null || email === null ? null : { id: ownerId, email };

/** Values of the last-touch cookies without a campaign. */
const NO_CAMPAIGN = ["none", "(none)"];

function lastTouchOf({ visit, attribution }: LeadRow, siteHosts: readonly string[]): Touch | null {
  if (visit === null && Object.keys(attribution).length === 0) return null;
  const { source, utm_campaign: campaign } = originOf(attribution, siteHosts);
  return { source, campaign: NO_CAMPAIGN.includes(campaign) ? "" : campaign };
}

/** Leads that nobody on the team has opened, without spam. */
export async function countUnread(db: RecordsDatabase): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(leads)
    .where(and(isNull(leads.readAt), eq(leads.isSpam, false)));
  return row?.unread ?? 0;
}

/** @throws {ApiError} not_found unless the text is the ID of a lead. */
export function checkLeadId(id: string): string {
  if (UUID.test(id)) return id.toLowerCase();
  throw new ApiError("not_found", "This lead does not exist, or was deleted.");
}

/** A lead with its deliveries, their attempts and history. @throws {ApiError} not_found */
export async function readLead(
  db: RecordsDatabase,
  id: string,
): Promise<Omit<LeadResponse, "isEmailConnected">> {
  const [row] = await db
    .select({ lead: leads, ownerEmail: accounts.email })
    .from(leads)
    .leftJoin(accounts, eq(accounts.id, leads.ownerId))
    .where(eq(leads.id, checkLeadId(id)));
  if (!row) throw new ApiError("not_found", "This lead does not exist, or was deleted.");
  const { lead, ownerEmail } = row;
  const { formId, message, locale, pagePath, location, attribution, route, meetingUrl, isSpam } = lead;
  const { meetingAt: _, ...summary } = toSummary(lead, ownerEmail);
  const entries = await db
    .select()
    .from(leadEntries)
    .where(eq(leadEntries.leadId, lead.id))
    .orderBy(desc(leadEntries.at), desc(leadEntries.id))
    .limit(MAX_ENTRIES);
  const attempts = await db
    .select()
    .from(leadDeliveryAttempts)
    .where(eq(leadDeliveryAttempts.leadId, lead.id))
    .orderBy(desc(leadDeliveryAttempts.at), leadDeliveryAttempts.destination)
    .limit(MAX_ATTEMPTS);
  const meetings = await db
    .select()
    .from(leadMeetings)
    .where(eq(leadMeetings.leadId, lead.id))
    .orderBy(leadMeetings.startsAt, leadMeetings.meetingId);
  return {
    lead: {
      ...summary,
      formId,
      message,
      locale,
      pagePath,
      location,
      attribution,
      route,
      meetingUrl,
      isSpam,
      hasConsent: lead.visit !== null || Object.keys(attribution).length > 0,
      revision: lead.version,
    },
    deliveries: (await deliveriesOf(db, [lead.id])).map(toDelivery),
    attempts: attempts.map(({ destination, at, error }) => ({ destination, at: at.getTime(), error })),
    entries: entries.map(({ leadId: _lead, at, actor, ...entry }) => ({
      ...entry,
      at: at.getTime(),
      by: actor,
    })),
    meetings: meetings.map(({ meetingId, startsAt, isCanceled }) => ({
      id: meetingId,
      startsAt: startsAt.getTime(),
      isCanceled,
    })),
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

function hasDelivery(db: RecordsDatabase, state: LeadDeliveryState | undefined): SQL | undefined {
  if (state === undefined) return undefined;
  const matches = and(eq(leadDeliveries.leadId, leads.id), eq(leadDeliveries.state, state));
  return exists(db.select({ id: leadDeliveries.leadId }).from(leadDeliveries).where(matches));
}

/** Ignores case. Unlike `ILIKE`, the text has no pattern characters. */
function hasText(text: string | undefined): SQL | undefined {
  if (text === undefined) return undefined;
  const columns = [leads.name, leads.email, leads.company, leads.message];
  return or(...columns.map((column) => sql`strpos(lower(${column}), lower(${text})) > 0`));
}

function isOwnedBy(owner: string | undefined): SQL | undefined {
  if (owner === undefined) return undefined;
  return owner === NO_LEAD_OWNER ? isNull(leads.ownerId) : eq(leads.ownerId, owner);
}

function isAfter(before: string | undefined): SQL | undefined {
  const place = readCursor(before);
  if (!place) return undefined;
  const at = new Date(place.at);
  return or(lt(leads.createdAt, at), and(eq(leads.createdAt, at), sql`${leads.id}::text < ${place.id}`));
}
