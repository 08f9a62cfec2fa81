import { COUNTERS, formatBytes, formatCounted, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { DayBudget } from "@marquee/contract/schema";
import type { IngestBudgets } from "../../../ingest/budgets/ingestBudgets.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryCounters } from "../../../platform/storage/events/queries/counters.ts";
import type { Checked, CheckResult, Finding } from "./check.types.ts";

interface BudgetCheckOptions {
  eventStore: Pick<EventStore, "query">;
  budgets: Pick<IngestBudgets, "today">;
}

/**
 * Looks for networks that sent more than their budget within the last hour, on any instance, and checks whether this instance's daily budget is used
 * up.
 */
export function createBudgetCheck({ eventStore, budgets }: BudgetCheckOptions) {
  return async ({ now }: Checked): Promise<CheckResult> => {
    const findings = [dayFinding(budgets.today()), await networksFinding(eventStore, now)].filter(
      (finding) => finding !== null,
    );
    const text = findings.map((finding) => finding.text).join(" ") || "No sender is over a budget.";
    return {
      steps: [{ at: now, findings }],
      quietSteps: 1,
      status: { state: findings.length > 0 ? "alarm" : "ok", text, readings: [] },
    };
  };
}

function dayFinding({ bytes, limit, cut }: DayBudget): Finding | null {
  if (limit === null || cut.length === 0) return null;
  const used = `${formatBytes(bytes)} of today's budget of ${formatBytes(limit)} are used`;
  const effect = cut.includes("events")
    ? "Recordings are rejected, and so are events from the networks that sent the most."
    : "Recordings are rejected.";
  return { subject: "day", text: `${used}. ${effect}`, href: "/quality" };
}

async function networksFinding(
  eventStore: Pick<EventStore, "query">,
  now: Timestamp,
): Promise<Finding | null> {
  const counters = await queryCounters(eventStore, { from: now - ONE_HOUR, to: now });
  const countOf = (isCounted: (label: string) => boolean) =>
    counters
      .filter(({ name, label }) => name === COUNTERS.limited && isCounted(label))
      .reduce((sum, { count }) => sum + count, 0);
  const requests = countOf((label) => label.startsWith("network_"));
  if (requests === 0) return null;
  const text = `Networks sent more than their budget: ${formatCounted(requests, "request")} ${requests === 1 ? "was" : "were"} rejected in the last hour.`;
  return { subject: "networks", text, href: "/quality" };
}
