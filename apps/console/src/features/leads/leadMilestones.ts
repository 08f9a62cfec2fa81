import { formatMoney, type LeadStatus } from "@marquee/contract";
import type { LeadDeliveryAttempt, LeadEntry, LeadResponse } from "@marquee/contract/schema";
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
  const attempted = runsOf(attempts).map((run): Milestone => {
    const [{ destination, at, error }] = run;
    const last = run.at(-1);
    const title = `${error === null ? "Delivered" : "Not delivered"} by ${DESTINATION_NAMES[destination]}`;
    const until = last && last.at > at ? ` ${run.length} attempts until ${formatInstant(last.at)}.` : "";
    return {
      key: `${destination} ${at}`,
      at,
      icon: "delivery",
      title,
      isBad: error !== null,
      ...(error !== null && { detail: `${error}${until}` }),
    };
  });
  const happened = entries.filter(({ kind, isDeleted }) => !(kind === "note" && isDeleted)).map(toMilestone);
  return [sent, ...attempted, ...happened];
}

type Run = [LeadDeliveryAttempt, ...LeadDeliveryAttempt[]];

/** Groups consecutive attempts that failed for the same reason; every other attempt is its own group. Oldest first. */
function runsOf(attempts: readonly LeadDeliveryAttempt[]): Run[] {
  const runs: Run[] = [];
  const latest = new Map<string, Run>();
  for (const attempt of attempts.toSorted((one, other) => one.at - other.at)) {
    const run = latest.get(attempt.destination);
    if (run && attempt.error !== null && run[0].error === attempt.error) run.push(attempt);
    else {
      const next: Run = [attempt];
      runs.push(next);
      latest.set(attempt.destination, next);
    }
  }
  return runs;
}

function toMilestone(entry: LeadEntry): Milestone {
  const { id: key, at, by, kind, after } = entry;
  const icon = kind === "value" ? "status" : kind;
  const isNote = kind === "note";
  return {
    key,
    at,
    icon,
    title: isNote ? "Note" : titleOf(entry),
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
