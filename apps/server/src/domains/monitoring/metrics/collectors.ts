import { ONE_SECOND, type Timestamp } from "@marquee/contract";
import { degradedChecks, READINESS_CHECKS } from "@marquee/contract/schema";
import type { CounterTotals } from "../../../ingest/counters.ts";
import type { Ingest } from "../../../ingest/process/ingest.ts";
import type { Disk } from "../../../platform/storage/disk.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryLag } from "../../../platform/storage/events/rollups.ts";
import type { DrainControl } from "../../../platform/storage/spool/drain.ts";
import { sharedResult } from "../../../platform/time/sharedResult.ts";
import type { ReportOptions } from "../system/createInstanceReport.ts";
import { measureProcesses } from "../system/processes.ts";
import type { Readiness, StoreName } from "../system/readiness.ts";
import type { CounterName, GaugeName } from "./catalog.ts";
import type { Sample } from "./registry.ts";

/** Metrics that are read together on each scrape. */
export interface Collector {
  names: readonly (CounterName | GaugeName)[];
  /** @throws if they can't be read; then they are left out. */
  read(): Promise<Sample[]>;
}

export interface CollectorsOptions {
  version: string;
  build: string;
  readiness: () => Promise<Readiness>;
  ingest: Pick<Ingest, "drain" | "recordings" | "counted">;
  /** Counters of event requests in the process that serves pages. */
  counted: () => CounterTotals;
  forms: ReportOptions["forms"];
  eventStore: Pick<EventStore, "query">;
  disk: Disk;
  /** Null for none. */
  latestBackup: () => Promise<{ madeAt: Timestamp } | null>;
  now: () => Timestamp;
}

const STORES: readonly StoreName[] = ["events", "records"];
/** The event store and the record store are queried for each collector at most this often. */
const STORE_FRESH = 10 * ONE_SECOND;

export function collectors(options: CollectorsOptions): Collector[] {
  const { version, build, readiness, ingest, counted, forms, eventStore, disk, latestBackup, now } = options;
  const lag = sharedResult(STORE_FRESH, () => queryLag(eventStore));
  const backup = sharedResult(STORE_FRESH, latestBackup);
  const collectorOf = (names: Collector["names"], read: Collector["read"]): Collector => ({ names, read });
  const spoolNames = [
    "marquee_spool_depth",
    "marquee_spool_oldest_age_seconds",
    "marquee_spool_draining",
  ] as const;
  return [
    collectorOf(["marquee_build_info"], async () => [
      { name: "marquee_build_info", labels: { version, build, node: process.versions.node }, value: 1 },
    ]),
    collectorOf(READINESS_NAMES, async () => readinessSamples(await readiness())),
    collectorOf([...spoolNames, "marquee_spool_failures_total"], async () => {
      const drains = [
        ["events", ingest.drain],
        ["recordings", ingest.recordings.drain],
      ] as const;
      const read = drains.map(async ([spool, drain]) => drainSamples(spool, await drain.status(), now()));
      return [...(await Promise.all(read)).flat(), ...formSamples(forms, now())];
    }),
    collectorOf(COUNTED_NAMES, async () => [
      ...countedSamples("server", counted()),
      ...countedSamples("ingest", await ingest.counted()),
    ]),
    collectorOf(["marquee_reconcile_lag_seconds"], async () => [
      { name: "marquee_reconcile_lag_seconds", labels: {}, value: (await lag()) / ONE_SECOND },
    ]),
    collectorOf(["marquee_last_backup_timestamp_seconds"], async () => {
      const latest = await backup();
      if (!latest) return [];
      return [
        { name: "marquee_last_backup_timestamp_seconds", labels: {}, value: latest.madeAt / ONE_SECOND },
      ];
    }),
    collectorOf(["marquee_process_resident_memory_bytes", "marquee_process_cpu_seconds_total"], async () =>
      (await measureProcesses()).flatMap(({ process: name, bytes, cpuSeconds }): Sample[] => [
        { name: "marquee_process_resident_memory_bytes", labels: { process: name }, value: bytes },
        { name: "marquee_process_cpu_seconds_total", labels: { process: name }, value: cpuSeconds },
      ]),
    ),
    collectorOf(["marquee_disk_free_bytes", "marquee_disk_size_bytes"], async () => {
      const { free, total } = disk.state();
      return [
        { name: "marquee_disk_free_bytes", labels: {}, value: free },
        { name: "marquee_disk_size_bytes", labels: {}, value: total },
      ];
    }),
  ];
}

const READINESS_NAMES = [
  "marquee_ready",
  "marquee_store_up",
  "marquee_store_ping_seconds",
  "marquee_clock_offset_seconds",
] as const;

function readinessSamples({ checks, pings, wrongClocks }: Readiness): Sample[] {
  const degraded = degradedChecks(checks);
  const ofChecks = READINESS_CHECKS.map(
    (check): Sample => ({
      name: "marquee_ready",
      labels: { check },
      value: degraded.includes(check) ? 0 : 1,
    }),
  );
  const ofStores = STORES.flatMap((store): Sample[] => {
    const { isUp, duration } = pings[store];
    const offset = wrongClocks.find((clock) => clock.store === store)?.offset ?? 0;
    return [
      { name: "marquee_store_up", labels: { store }, value: isUp ? 1 : 0 },
      { name: "marquee_store_ping_seconds", labels: { store }, value: duration / ONE_SECOND },
      { name: "marquee_clock_offset_seconds", labels: { store }, value: offset / ONE_SECOND },
    ];
  });
  return [...ofChecks, ...ofStores];
}

function drainSamples(
  spool: string,
  { depth, oldestAt, draining, failures }: Awaited<ReturnType<DrainControl["status"]>>,
  now: Timestamp,
): Sample[] {
  return [
    ...spoolSamples(spool, { depth, oldestAt, isDraining: draining }, now),
    { name: "marquee_spool_failures_total", labels: { spool }, value: failures },
  ];
}

function formSamples({ depth, oldestAt, lastError }: CollectorsOptions["forms"], now: Timestamp): Sample[] {
  const state = { depth: depth(), oldestAt: oldestAt(), isDraining: lastError() === null };
  return spoolSamples("leads", state, now);
}

function spoolSamples(
  spool: string,
  { depth, oldestAt, isDraining }: { depth: number; oldestAt: Timestamp | null; isDraining: boolean },
  now: Timestamp,
): Sample[] {
  const age = oldestAt === null ? 0 : Math.max(0, now - oldestAt);
  return [
    { name: "marquee_spool_depth", labels: { spool }, value: depth },
    { name: "marquee_spool_oldest_age_seconds", labels: { spool }, value: age / ONE_SECOND },
    { name: "marquee_spool_draining", labels: { spool }, value: isDraining ? 1 : 0 },
  ];
}

const COUNTED_NAMES = [
  "marquee_events_total",
  "marquee_events_rejected_total",
  "marquee_events_excluded_total",
  "marquee_limited_requests_total",
  "marquee_busy_requests_total",
] as const;

/** @param process the process that counted, because each starts at 0. */
function countedSamples(process: "server" | "ingest", totals: CounterTotals): Sample[] {
  const { accepted, duplicate, rejected, excluded, limited, busy } = totals;
  const eachOf = (counts: Record<string, number>, sampleOf: (label: string, value: number) => Sample) =>
    Object.entries(counts).map(([label, value]) => sampleOf(label, value));
  const resultOf =
    (result: string) =>
    (_: string, value: number): Sample => ({
      name: "marquee_events_total",
      labels: { process, result },
      value,
    });
  return [
    ...eachOf(accepted, resultOf("accepted")),
    ...eachOf(duplicate, resultOf("duplicate")),
    ...eachOf(rejected, (reason, value) => ({
      name: "marquee_events_rejected_total",
      labels: { process, reason },
      value,
    })),
    ...eachOf(excluded, (reason, value) => ({
      name: "marquee_events_excluded_total",
      labels: { process, reason },
      value,
    })),
    ...eachOf(limited, (label, value) => {
      const [reason = "", kind = ""] = label.split(" ");
      return { name: "marquee_limited_requests_total", labels: { process, reason, kind }, value };
    }),
    ...eachOf(busy, (status, value) => ({
      name: "marquee_busy_requests_total",
      labels: { process, status },
      value,
    })),
  ];
}
