import { type RouteRows, response } from "../kernel/routeRow.ts";
import { type Milliseconds, ONE_SECOND, type Timestamp } from "../kernel/time.ts";
import type { DiskState } from "./disk.ts";
import type { WrongClock } from "./quality.schema.ts";

/** Readable titles of the server's jobs. */
export const JOBS = {
  alerts: "Checks alerts, and sends digests and reports",
  "archive-build": "Archives the files of the build",
  "archive-cleanup": "Deletes archived pages that nothing uses",
  "backup-cleanup": "Removes the leftovers of interrupted backups",
  deletions: "Deletes people's data on request",
  "deliver-email": "Delivers leads by email",
  "deliver-slack": "Delivers leads to Slack",
  "deliver-webhook": "Delivers leads by webhook",
  erasure: "Removes deleted data from the stores' files",
  forms: "Stores forms that waited on disk",
  hits: "Counts redirects and missing pages",
  identities: "Links browsers, people and leads",
  "image-cleanup": "Deletes uploaded images that nothing uses",
  "lead-copies": "Copies leads to the event store",
  "replay-cleanup": "Cleans up after deleted replays",
  retention: "Deletes records past their retention period",
  schedules: "Publishes scheduled drafts",
  sessions: "Counts sessions",
  sizes: "Measures the stores",
} as const;

export type JobName = keyof typeof JOBS;

/**
 * Kinds of data that wait on an instance's disk for a store: events and recordings for the event store, leads (forms) for the
 * record store.
 */
export const SPOOLS = ["events", "recordings", "leads"] as const;
export type SpoolName = (typeof SPOOLS)[number];

/** One spool of an instance. */
export interface SpoolReport {
  /** Number of waiting rows or forms. */
  depth: number;
  /** How long the oldest has been waiting; null without any. */
  oldestAge: Milliseconds | null;
  /** Time since which the store accepts nothing; null while it does. */
  stoppedSince: Timestamp | null;
  /** Why the store accepts nothing, without parts of rows; null if it does. */
  lastError: string | null;
}

/** The server's processes: the one that serves pages, the one that receives events, and the embedded event store. */
export const PROCESSES = ["server", "ingest", "events"] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** Parts that can be degraded while pages are served. */
export const READINESS_CHECKS = ["intake", "events", "drain", "records", "disk", "clock"] as const;
export type ReadinessCheck = (typeof READINESS_CHECKS)[number];

/** Results that count as fine: a low disk still accepts everything. */
const FINE = ["ok", "low"];

/** One-word result of each check, such as `ok`, `low` or `unavailable`. */
export type ReadinessChecks = Record<ReadinessCheck, string>;

/** The names of the failed checks, in order. */
export function degradedChecks(checks: ReadinessChecks): ReadinessCheck[] {
  return READINESS_CHECKS.filter((name) => !FINE.includes(checks[name]));
}

/** Report of a server instance about itself, sent with each heartbeat. */
export interface InstanceReport {
  /** Version of the product. */
  version: string;
  /** Identifies the build of the site that it serves. */
  build: string;
  /** Version of Node. */
  node: string;
  /** Name of the machine or container. */
  host: string;
  /** When the process started. */
  startedAt: Timestamp;
  spools: Record<SpoolName, SpoolReport>;
  /** The disk of the data folder; null if it can't be measured. */
  disk: DiskState | null;
  /** Resident memory in bytes, of the processes that run and can be measured. */
  memory: Partial<Record<ProcessName, number>>;
  /** 99th percentile since the last report of how long the process was too busy to respond; null until known. */
  eventLoopDelay: Milliseconds | null;
  /** Stores whose clock differs from the instance's. */
  wrongClocks: WrongClock[];
  checks: ReadinessChecks;
}

/** An instance of the server as seen by others, from the heartbeats that it writes into the record store. */
export interface InstanceState {
  id: number;
  version: string;
  host: string;
  pid: number;
  startedAt: Timestamp;
  heartbeatAt: Timestamp;
  /** Null until it has sent one. */
  report: InstanceReport | null;
}

/** Instances write a heartbeat every ten seconds. One without any for this long may be down. */
export const SILENT_AFTER: Milliseconds = 30 * ONE_SECOND;

export function isSilent({ heartbeatAt }: Pick<InstanceState, "heartbeatAt">, now: Timestamp): boolean {
  return now - heartbeatAt > SILENT_AFTER;
}

/** Rows and forms that wait on the disk of an instance. */
export function waitingIn({ report }: Pick<InstanceState, "report">): number {
  return report ? SPOOLS.reduce((sum, name) => sum + report.spools[name].depth, 0) : 0;
}

/** A job's last run on any instance, and when it last failed. */
export interface JobState {
  name: JobName;
  /** Host of the last run. */
  host: string;
  startedAt: Timestamp;
  endedAt: Timestamp;
  result: "ok" | "failed";
  /** Null if it never has. */
  failedAt: Timestamp | null;
  /** Error of that failure, without values. */
  error: string | null;
}

/** Sizes measured once a day: the stores, and each instance's data folder and disk usage. */
export const SIZED = ["events", "records", "files", "disk"] as const;

/** The size of something over time. */
export interface SizeHistory {
  of: (typeof SIZED)[number];
  /** Host of the instance; empty for the stores. */
  host: string;
  /** One point a day (UTC), the oldest first; days without a measurement are omitted. */
  days: { day: string; bytes: number }[];
}

export interface TableSize {
  table: string;
  rows: number;
  /** On disk, compressed. */
  bytes: number;
}

/** Current sizes of the stores; null for one that can't be measured now. */
export interface StoreSizes {
  /** The largest table first. */
  events: TableSize[] | null;
  /** In bytes. */
  records: number | null;
}

/** A backup that the server has made. */
export interface BackupState {
  madeAt: Timestamp;
  bytes: number;
}

/** Data of the System screen. */
export interface SystemResponse {
  now: Timestamp;
  /** All instances with a heartbeat within a day, ordered by host. */
  instances: InstanceState[];
  sizes: StoreSizes;
  history: SizeHistory[];
  /** Empty if the record store can't be read. */
  jobs: JobState[];
  /** Null for none. */
  backup: BackupState | null;
}

export const SYSTEM_ROUTES = {
  "GET /disk": { access: "edit", response: response<DiskState>() },
  "GET /system": { access: "seeSystem technical", response: response<SystemResponse>() },
} as const satisfies RouteRows;
