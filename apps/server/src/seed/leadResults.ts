import { type LeadStatus, ONE_DAY, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { LeadRow } from "../domains/leads/leadStore.ts";
import type { leadEntries, leadMeetings } from "../domains/leads/tables.ts";
import { SIZES } from "./leads.ts";
import { DEMO_ACTOR } from "./marks.ts";
import { createRandom, type Random, type Weighted } from "./random.ts";

export interface LeadResult {
  lead: LeadRow;
  entries: (typeof leadEntries.$inferInsert)[];
  meetings: (typeof leadMeetings.$inferInsert)[];
}

/** Outcomes of leads that are old enough, with the statuses in between. */
const RESULTS: Weighted<readonly LeadStatus[]> = [
  [["new"], 12],
  [["contacted"], 30],
  [["contacted", "qualified"], 24],
  [["contacted", "qualified", "won"], 16],
  [["contacted", "lost"], 18],
];
const SEAT_PRICE = 108;
/** Seats of a deal if the company's size is unknown. */
const SEATS = 12;
const NOTES = [
  "Called back. They compare us with two other tools and decide this month.",
  "Wants single sign-on in the contract. Sent the security overview.",
  "Asked for a pilot with one team first.",
  "Budget is approved. Waiting for their legal department.",
];

/** The demo team's handling of a lead, deterministic for each lead. @param owners IDs of the accounts that leads belong to. */
export function demoResult(
  lead: LeadRow,
  { now, owners }: { now: Timestamp; owners: readonly string[] },
): LeadResult {
  const random = createRandom(Number.parseInt(lead.id.slice(-8), 16));
  const sent = lead.createdAt.getTime();
  if (lead.isSpam || now - sent < 4 * ONE_HOUR) return { lead, entries: [], meetings: [] };
  // Sign-ups rarely become deals.
  const way: readonly LeadStatus[] = lead.kind === "sign-up" ? ["new"] : random.pick(RESULTS);
  const status = way.at(-1) ?? "new";
  const entry = (at: Timestamp, fields: Omit<typeof leadEntries.$inferInsert, "leadId" | "at">) => ({
    leadId: lead.id,
    at: new Date(Math.min(at, now)),
    actor: DEMO_ACTOR,
    ...fields,
  });
  const entries: LeadResult["entries"] = [];
  let at = sent;
  let before: LeadStatus = "new";
  for (const after of way.filter((each) => each !== "new")) {
    at += ONE_HOUR + random.next() * Math.min(3 * ONE_DAY, (now - sent) / 4);
    entries.push(entry(at, { kind: "status", before, after }));
    before = after;
  }
  const isDeal = status === "qualified" || status === "won";
  const seats = Number(SIZES.find(({ size }) => size === lead.companySize)?.seats ?? SEATS);
  const value = isDeal ? Math.round(seats * SEAT_PRICE * (0.8 + random.next() / 2)) : null;
  if (value !== null)
    entries.push(entry(at + ONE_MINUTE, { kind: "value", before: null, after: String(value) }));
  if (entries.length > 1 && random.chance(0.4))
    entries.push(entry(at + 2 * ONE_MINUTE, { kind: "note", after: random.oneOf(NOTES) }));
  const meetings = isDeal && random.chance(0.75) ? [demoMeeting(lead, random)] : [];
  for (const { startsAt, reportedAt } of meetings) {
    const meeting = { kind: "meeting", before: null, after: startsAt.toISOString(), actor: null } as const;
    entries.push(entry(reportedAt.getTime(), meeting));
  }
  const isRead = status !== "new" || now - sent > 2 * ONE_DAY;
  return {
    lead: {
      ...lead,
      status,
      value,
      statusAt: status === "new" ? null : new Date(Math.min(at, now)),
      ownerId: status === "new" || owners.length === 0 ? null : random.oneOf(owners),
      readAt: isRead ? new Date(Math.min(sent + ONE_HOUR, now)) : null,
      meetingAt: meetings[0]?.startsAt ?? null,
    },
    entries,
    meetings,
  };
}

/** On any day, two to five days after the form, at a full half hour. */
function demoMeeting(lead: LeadRow, random: Random) {
  const sent = lead.createdAt.getTime();
  const half = ONE_HOUR / 2;
  const at = Math.ceil((sent + (2 + 3 * random.next()) * ONE_DAY) / half) * half;
  return {
    leadId: lead.id,
    meetingId: `demo-${lead.id.slice(-12)}`,
    isCanceled: false,
    startsAt: new Date(at),
    reportedAt: new Date(sent + 3 * ONE_MINUTE),
  };
}
