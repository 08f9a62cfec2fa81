import { ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { DrainControl } from "../../storage/spool/drain.ts";
import type { Checked, CheckResult } from "./check.types.ts";

/** Events that may wait while they are moved in blocks. */
const MANY = 50_000;
/** A restart of the event store takes less. */
const PATIENCE = 10 * ONE_MINUTE;

const number = new Intl.NumberFormat("en");

/** Looks for events that wait too long for the event store. */
export function createSpoolCheck(drain: Pick<DrainControl, "status">) {
  let stuckSince: Timestamp | null = null;
  return async ({ now }: Checked): Promise<CheckResult> => {
    const { depth, lastError } = await drain
      .status()
      .catch(() => ({ depth: 0, lastError: "The process that receives events does not answer." }));
    const isStuck = lastError !== null || depth >= MANY;
    stuckSince = isStuck ? (stuckSince ?? now) : null;
    const isAlarm = stuckSince !== null && now - stuckSince >= PATIENCE;
    const waiting = `${number.format(depth)} ${depth === 1 ? "event is" : "events are"} waiting`;
    const text = lastError === null ? `${waiting}.` : `${waiting}: ${lastError}`;
    return {
      steps: [{ at: now, findings: isAlarm ? [{ subject: "", text, href: "/quality" }] : [] }],
      quietSteps: 1,
      status: { state: isAlarm ? "alarm" : "ok", text, readings: [] },
    };
  };
}
