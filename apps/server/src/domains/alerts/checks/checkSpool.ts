import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { type InstanceState, SPOOLS, waitingIn } from "@marquee/contract/schema";
import type { Checked, CheckResult } from "./check.types.ts";

/** Longer than a restart of the event store takes. */
const PATIENCE: Milliseconds = 10 * ONE_MINUTE;

const number = new Intl.NumberFormat("en");

/**
 * Looks for items waiting too long on the disk of any instance. @param listInstances must include instances that have been silent
 * for a while.
 */
export function createSpoolCheck(listInstances: () => Promise<InstanceState[]>) {
  return async ({ now }: Checked): Promise<CheckResult> => {
    const instances = await listInstances();
    const nameOf = ({ host }: InstanceState) => (instances.length === 1 ? "" : ` on ${host}`);
    const problems = instances.flatMap((instance) => problemOf(instance, nameOf(instance), now) ?? []);
    const isAlarm = problems.length > 0;
    const text = isAlarm
      ? problems.join(" ")
      : `${waitingText(instances.reduce((sum, instance) => sum + waitingIn(instance), 0))}.`;
    return {
      steps: [{ at: now, findings: isAlarm ? [{ subject: "", text, href: "/quality" }] : [] }],
      quietSteps: 1,
      status: { state: isAlarm ? "alarm" : "ok", text, readings: [] },
    };
  };
}

/** @param where as in " on host"; empty if there is one instance only. */
function problemOf(instance: InstanceState, where: string, now: Timestamp): string | null {
  const waiting = waitingIn(instance);
  const silence = now - instance.heartbeatAt;
  if (silence >= PATIENCE)
    return waiting === 0
      ? null
      : `${waitingText(waiting)}${where}, which has not been heard from for ${minutes(silence)}.`;
  const spools = SPOOLS.flatMap((name) => instance.report?.spools[name] ?? []);
  const isStuck = spools.some(
    ({ stoppedSince, oldestAge }) =>
      (stoppedSince !== null && now - stoppedSince >= PATIENCE) || (oldestAge ?? 0) >= PATIENCE,
  );
  if (!isStuck) return null;
  const reasons = new Set(spools.flatMap(({ lastError }) => lastError ?? []));
  const oldest = Math.max(...spools.map(({ oldestAge }) => oldestAge ?? 0));
  const reason = [...reasons].join(" ") || `the oldest for ${minutes(oldest)}.`;
  return `${waitingText(waiting)}${where}: ${reason}`;
}

function waitingText(count: number): string {
  return `${number.format(count)} ${count === 1 ? "event is" : "events are"} waiting`;
}

function minutes(time: Milliseconds): string {
  return `${number.format(Math.floor(time / ONE_MINUTE))} minutes`;
}
