import { ONE_DAY, type Timestamp } from "@marquee/contract";
import {
  type AlertDefinition,
  type AlertPreviewResponse,
  isCounted,
  type PastAlarm,
} from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { CheckResult } from "./checks/check.types.ts";
import type { Check } from "./checks/createChecks.ts";

const DAYS = 90;

/**
 * Alarms that an alert that counts would have opened in the last 90 days. @throws {ApiError} bad_request for other
 * kinds.
 */
export async function previewAlert(
  checks: Record<AlertDefinition["kind"], Check>,
  alert: AlertDefinition,
  now: Timestamp,
): Promise<AlertPreviewResponse> {
  if (!isCounted(alert.kind))
    throw new ApiError("bad_request", "Only alerts that count something have a preview.");
  const result = await checks[alert.kind]({ alert, through: null, now, lookBack: DAYS * ONE_DAY });
  return { days: DAYS, status: result.status, alarms: alarmsOf(result) };
}

/** The alarms that the steps of a single subject would have opened, by the rules of `alarmStore.ts`, newest first. */
export function alarmsOf({ steps, quietSteps }: Pick<CheckResult, "steps" | "quietSteps">): PastAlarm[] {
  const alarms: PastAlarm[] = [];
  let open: PastAlarm | null = null;
  let quiet = 0;
  for (const { at, findings } of steps) {
    const [finding] = findings;
    quiet = finding ? 0 : quiet + 1;
    if (open && quiet >= quietSteps) {
      open.resolvedAt = at;
      open = null;
    } else if (!open && finding && !finding.isUnsettled) {
      open = { text: finding.text, openedAt: at, resolvedAt: null };
      alarms.unshift(open);
    }
  }
  return alarms;
}
