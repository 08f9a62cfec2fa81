import { type LeadDestination, ONE_DAY } from "@marquee/contract";
import { and, count, eq, gte, max } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { leadDeliveries } from "../../leads/tables.ts";
import type { Checked, CheckResult } from "./check.types.ts";

/** Older failures are ignored. */
const RECENT = 7 * ONE_DAY;

const NAMES: Record<LeadDestination, string> = {
  webhook: "the lead webhook",
  slack: "Slack",
  email: "email",
};

/** Looks for leads that a destination did not get after all attempts. */
export function createDeliveriesCheck(db: Pick<RecordsDatabase, "select">) {
  return async ({ now }: Checked): Promise<CheckResult> => {
    const { destination, state, error, attemptedAt } = leadDeliveries;
    const rows = await db
      .select({ destination, failed: count(), error: max(error) })
      .from(leadDeliveries)
      .where(and(eq(state, "failed"), gte(attemptedAt, new Date(now - RECENT))))
      .groupBy(destination);
    const findings = rows.map((row) => ({
      subject: row.destination,
      text: `${row.failed === 1 ? "A lead was" : `${row.failed} leads were`} not delivered to ${NAMES[row.destination]}: ${row.error ?? "no response."}`,
      href: "/leads?delivery=failed",
    }));
    const text =
      findings.map((finding) => finding.text).join(" ") || "Every lead of the last 7 days was delivered.";
    return {
      steps: [{ at: now, findings }],
      quietSteps: 1,
      status: { state: findings.length > 0 ? "alarm" : "ok", text, readings: [] },
    };
  };
}
