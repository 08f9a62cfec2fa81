import { type LeadStatus, ONE_DAY, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { LeadRow } from "../leads/leadStore.ts";
import type { leadEntries, leadMeetings } from "../storage/records/schema.ts";
import { DEMO_ACTOR } from "./marks.ts";
import { createRandom, type Random } from "./random.ts";

interface LeadResult {
  lead: LeadRow;
  entries: (typeof leadEntries.$inferInsert)[];
  meetings: (typeof leadMeetings.$inferInsert)[];
}

/** Status by its chance, of leads that are old enough. Sign-ups rarely become deals. */
const CHANCES: readonly (readonly [LeadStatus, number])[] = [
  ["new", 0.12],
  ["contacted", 0.3],
  ["qualified", 0.24],
  ["won", 0.16],
  ["lost", 0.18],
];
const ON_THE_WAY: Record<LeadStatus, readonly LeadStatus[]> = {
  new: [],
  contacted: ["contacted"],
  qualified: ["contacted", "qualified"],
  won: ["contacted", "qualified", "won"],
  lost: ["contacted", "lost"],
};
const SEAT_PRICE = 108;
const SEATS: Record<string, number> = {
  "1-10": 8,
  "11-50": 34,
  "51-200": 110,
  "201-1000": 420,
  "1001+": 1600,
};
const NOTES = [
  "Called back. They compare us with two other tools and decide this month.",
  "Wants single sign-on in the contract. Sent the security overview.",
  "Asked for a pilot with one team first.",
  "Budget is approved. Waiting for their legal department.",
];

/** What the demo's team did about a lead: the same for the same lead. @param owners IDs of the accounts that leads belong to. */
export function demoResult(
  lead: LeadRow,
  { now, owners }: { now: Timestamp; owners: readonly string[] },
): LeadResult {
  const random = createRandom(Number.parseInt(lead.id.slice(-8), 16));
  const sent = lead.createdAt.getTime();
  if (lead.isSpam || now - sent < 4 * ONE_HOUR) return { lead, entries: [], meetings: [] };
  const status = lead.kind === "sign-up" ? "new" : pickStatus(random);
  const entry = (at: Timestamp, given: Omit<typeof leadEntries.$inferInsert, "leadId" | "at">) => ({
    ...{ leadId: lead.id, at: new Date(Math.min(at, now)), actor: DEMO_ACTOR, ...given },
  });
  const entries: LeadResult["entries"] = [];
  let at = sent;
  let before: LeadStatus = "new";
  for (const after of ON_THE_WAY[status]) {
    at += ONE_HOUR + random.next() * Math.min(3 * ONE_DAY, (now - sent) / 4);
    entries.push(entry(at, { kind: "status", before, after }));
    before = after;
  }
  const isDeal = status === "qualified" || status === "won";
  const value = isDeal
    ? Math.round((SEATS[lead.companySize ?? ""] ?? 12) * SEAT_PRICE * (0.8 + random.next() / 2))
    : null;
  if (value !== null)
    entries.push(entry(at + ONE_MINUTE, { kind: "value", before: null, after: String(value) }));
  if (entries.length > 1 && random.chance(0.4))
    entries.push(entry(at + 2 * ONE_MINUTE, { kind: "note", after: random.oneOf(NOTES) }));
  const meetings = isDeal && random.chance(0.75) ? [demoMeeting(lead, random)] : [];
  for (const { startsAt } of meetings)
    entries.push(
      entry(sent + 3 * ONE_MINUTE, {
        kind: "meeting",
        before: null,
        after: startsAt.toISOString(),
        actor: null,
      }),
    );
  const isRead = status !== "new" || now - sent > 2 * ONE_DAY;
  return {
    lead: {
      ...{ ...lead, status, value },
      statusAt: status === "new" ? null : new Date(Math.min(at, now)),
      ownerId: status === "new" || owners.length === 0 ? null : random.oneOf(owners),
      readAt: isRead ? new Date(Math.min(sent + ONE_HOUR, now)) : null,
      meetingAt: meetings[0]?.startsAt ?? null,
    },
    entries,
    meetings,
  };
}

function pickStatus(random: Random): LeadStatus {
  let left = random.next();
  for (const [status, chance] of CHANCES) {
    left -= chance;
    if (left < 0) return status;
  }
  return "contacted";
}

/** On a weekday or not, two to five days after the form, at a full half hour. */
function demoMeeting(lead: LeadRow, random: Random): typeof leadMeetings.$inferInsert {
  const sent = lead.createdAt.getTime();
  const half = ONE_HOUR / 2;
  const at = Math.ceil((sent + (2 + 3 * random.next()) * ONE_DAY) / half) * half;
  return {
    leadId: lead.id,
    meetingId: `demo-${lead.id.slice(-12)}`,
    startsAt: new Date(at),
    isCanceled: false,
    reportedAt: new Date(sent + 3 * ONE_MINUTE),
  };
}
