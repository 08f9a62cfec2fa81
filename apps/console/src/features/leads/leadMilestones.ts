import { formatMoney, type LeadStatus } from "@marquee/contract";
import type { LeadEntry, LeadResponse } from "@marquee/contract/schema";
import { formatInstant } from "../../shared/format/format.ts";
import type { Milestone } from "../../shared/journey/journeyItems.ts";
import { DESTINATION_NAMES, KIND_NAMES, STATUS_NAMES } from "../../shared/leads/leadTexts.ts";

const BY_WEBHOOK = "Reported by webhook";

/** What happened to a lead, for its timeline. Deleted notes are left out. */
export function leadMilestones({
  lead,
  attempts,
  entries,
}: Pick<LeadResponse, "lead" | "attempts" | "entries">): Milestone[] {
  const sent: Milestone = {
    key: "sent",
    at: lead.createdAt,
    icon: "form",
    title: `Sent the ${KIND_NAMES[lead.kind].toLowerCase()} form`,
    detail: [`On ${lead.pagePath}`, lead.route && `routed to ${lead.route}`].filter(Boolean).join(", "),
  };
  const attempted = attempts.map(({ destination, at, error }): Milestone => {
    const how = error === null ? "Delivered" : "Not delivered";
    return {
      ...{ key: `${destination} ${at}`, at, icon: "delivery", isBad: error !== null },
      title: `${how} by ${DESTINATION_NAMES[destination]}`,
      ...(error !== null && { detail: error }),
    };
  });
  const happened = entries.filter(({ kind, isDeleted }) => !(kind === "note" && isDeleted)).map(toMilestone);
  return [sent, ...attempted, ...happened];
}

function toMilestone(entry: LeadEntry): Milestone {
  const { id: key, at, by, kind, after } = entry;
  const icon = kind === "value" ? "status" : kind;
  const isNote = kind === "note";
  return {
    ...{ key, at, icon, title: isNote ? "Note" : titleOf(entry) },
    detail: isNote ? `${after} (${by ?? "webhook"})` : (by ?? BY_WEBHOOK),
    ...(kind === "meeting" && after === "canceled" && { isBad: true }),
  };
}

function titleOf({ kind, before, after }: LeadEntry): string {
  switch (kind) {
    case "status":
      return `Status changed from ${statusName(before)} to ${statusName(after)}`;
    case "value":
      return after === null ? "Value removed" : `Value set to ${formatMoney(Number(after))}`;
    case "owner":
      return after === null ? "Owner removed" : `${after} is the owner`;
    case "meeting":
      if (after === "canceled") return "Meeting canceled";
      return `Meeting ${before === null ? "booked for" : "moved to"} ${formatInstant(Date.parse(after ?? ""))}`;
    case "note":
      return "Note";
  }
}

function statusName(status: string | null): string {
  return STATUS_NAMES[status as LeadStatus] ?? status ?? "none";
}
