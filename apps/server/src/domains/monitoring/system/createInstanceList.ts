import { ONE_DAY, type Timestamp } from "@marquee/contract";
import { type InstanceReport, type InstanceState, SPOOLS } from "@marquee/contract/schema";
import type { Instance } from "../../../platform/storage/records/instances.ts";
import { sharedResult } from "../../../platform/time/sharedResult.ts";
import { within } from "../../../platform/time/within.ts";
import type { InstanceReporter } from "./createInstanceReport.ts";

/** The columns read of an instance. */
export type InstanceRow = Pick<
  Instance,
  "id" | "host" | "pid" | "version" | "startedAt" | "heartbeatAt" | "endedAt" | "report"
>;

/** The registered instances. */
interface KnownInstances {
  /** Of this instance; null while it is not registered. */
  id(): number | null;
  /** All instances that write heartbeats, including this one. @throws if the record store is unavailable. */
  list(): Promise<InstanceRow[]>;
}

interface ListOptions {
  instances: KnownInstances;
  version: string;
  report: InstanceReporter["report"];
  now: () => Timestamp;
}

/** Concurrent callers share a result for this many milliseconds. */
const FRESH = 500;
/** An instance that has been silent for longer is gone. */
const REMEMBERED = ONE_DAY;

/**
 * All instances, by host: this one in its current state, the others as of their last heartbeat, without those that were stopped. The function never throws;
 * without the record store, it returns only this one.
 */
export function createInstanceList({
  instances,
  version,
  report,
  now,
}: ListOptions): () => Promise<InstanceState[]> {
  return sharedResult(FRESH, async () => {
    const [rows, currentReport] = await Promise.all([within(instances.list()).catch(() => []), report()]);
    const otherInstances = rows
      .filter(({ id, endedAt }) => id !== instances.id() && endedAt === null)
      .filter(({ heartbeatAt }) => now() - heartbeatAt.getTime() < REMEMBERED);
    const self: InstanceState = {
      id: instances.id() ?? 0,
      version,
      host: currentReport.host,
      pid: process.pid,
      startedAt: currentReport.startedAt,
      heartbeatAt: now(),
      report: currentReport,
    };
    return [self, ...otherInstances.map(stateOf)].sort(
      (one, other) => compare(one.host, other.host) || one.id - other.id,
    );
  });
}

/** An incomplete report of another version is ignored. */
function stateOf({ id, host, pid, version, startedAt, heartbeatAt, report }: InstanceRow): InstanceState {
  return {
    id,
    host,
    pid,
    version,
    startedAt: startedAt.getTime(),
    heartbeatAt: heartbeatAt.getTime(),
    report: isReport(report) ? report : null,
  };
}

/** Whether a value has every part that is read. */
function isReport(value: unknown): value is InstanceReport {
  const { spools, memory, checks, wrongClocks } = (value ?? {}) as Partial<InstanceReport>;
  return (
    SPOOLS.every((name) => typeof spools?.[name]?.depth === "number") &&
    typeof memory === "object" &&
    typeof checks === "object" &&
    Array.isArray(wrongClocks)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
