import { ONE_DAY, type Timestamp } from "@marquee/contract";
import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { RecordsDatabase, Transaction } from "../../../platform/storage/records/records.ts";
import { applyChanges, lockLead } from "../changeLead.ts";
import type { LeadRow } from "../leadStore.ts";
import { leadEntries, leadMeetings, leads } from "../tables.ts";
import type { LeadReference, LeadUpdate, MeetingUpdate } from "./readUpdate.ts";

/** `unchanged`: it has nothing new, or is older than the stored data. */
export type UpdateOutcome = "applied" | "unchanged" | "unknown lead";

/** How old a lead may be that is found by its email address alone. */
const MAX_AGE = 90 * ONE_DAY;

/**
 * Applies a report about a lead. Reports may arrive repeatedly and in any order: the latest one wins for status and value, and for each meeting.
 * @param now the server's clock.
 */
export function applyUpdate(db: RecordsDatabase, update: LeadUpdate, now: Timestamp): Promise<UpdateOutcome> {
  return db.transaction(async (tx) => {
    const id = await findReferenced(tx, update.lead, now);
    if (id === null) return "unknown lead";
    const lead = await lockLead(tx, id);
    const isDecided = await applyDecision(tx, lead, update);
    let hasMeeting = false;
    for (const meeting of update.meetings)
      hasMeeting = (await applyMeeting(tx, lead, meeting, update.occurredAt)) || hasMeeting;
    if (hasMeeting) await summarizeMeetings(tx, lead);
    return isDecided || hasMeeting ? "applied" : "unchanged";
  });
}

/** IDs first, because an address can have several leads; of those the latest that is not spam. */
async function findReferenced(
  tx: Transaction,
  { id, submissionId, email }: LeadReference,
  now: Timestamp,
): Promise<string | null> {
  const byId = id
    ? eq(leads.id, id)
    : submissionId
      ? eq(leads.submissionId, submissionId.toLowerCase())
      : undefined;
  const [named] = byId ? await tx.select({ id: leads.id }).from(leads).where(byId) : [];
  // A scheduler's form ID may belong to another site; then the address identifies the lead.
  if (named || id || !email) return named?.id ?? null;
  const [latest] = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(
      and(
        sql`lower(${leads.email}) = lower(${email})`,
        eq(leads.isSpam, false),
        gte(leads.createdAt, new Date(now - MAX_AGE)),
      ),
    )
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(1);
  return latest?.id ?? null;
}

/** @returns whether anything changed. */
async function applyDecision(
  tx: Transaction,
  lead: LeadRow,
  { status, value, occurredAt }: LeadUpdate,
): Promise<boolean> {
  const isLater = lead.statusAt === null || occurredAt > lead.statusAt.getTime();
  if (!isLater || (status === undefined && value === undefined)) return false;
  const changes = { ...(status !== undefined && { status }), ...(value !== undefined && { value }) };
  return applyChanges(tx, lead, changes, { actor: null, at: occurredAt });
}

/** @returns whether anything changed. */
async function applyMeeting(
  tx: Transaction,
  { id: leadId }: LeadRow,
  { id: meetingId, startsAt, isCanceled }: MeetingUpdate,
  occurredAt: Timestamp,
): Promise<boolean> {
  const isMeeting = and(eq(leadMeetings.leadId, leadId), eq(leadMeetings.meetingId, meetingId));
  const [meeting] = await tx.select().from(leadMeetings).where(isMeeting);
  if (meeting && meeting.reportedAt.getTime() >= occurredAt) return false;
  const row = { startsAt: new Date(startsAt), isCanceled, reportedAt: new Date(occurredAt) };
  if (meeting) await tx.update(leadMeetings).set(row).where(isMeeting);
  else await tx.insert(leadMeetings).values({ leadId, meetingId, ...row });
  const isSame = meeting?.startsAt.getTime() === startsAt && meeting.isCanceled === isCanceled;
  if (isSame) return false;
  await tx
    .insert(leadEntries)
    .values({
      leadId,
      at: new Date(occurredAt),
      actor: null,
      kind: "meeting",
      before: meeting && !meeting.isCanceled ? meeting.startsAt.toISOString() : null,
      after: isCanceled ? "canceled" : row.startsAt.toISOString(),
    });
  return true;
}

/** Stores at the lead when its latest meeting starts, for lists and figures. */
async function summarizeMeetings(tx: Transaction, { id }: LeadRow): Promise<void> {
  const [latest] = await tx
    .select({ startsAt: leadMeetings.startsAt })
    .from(leadMeetings)
    .where(and(eq(leadMeetings.leadId, id), eq(leadMeetings.isCanceled, false)))
    .orderBy(desc(leadMeetings.startsAt))
    .limit(1);
  await tx
    .update(leads)
    .set({ meetingAt: latest?.startsAt ?? null, version: sql`${leads.version} + 1` })
    .where(eq(leads.id, id));
}
