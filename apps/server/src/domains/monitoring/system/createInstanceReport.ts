import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { DiskState, Timestamp } from "@marquee/contract";
import type { InstanceReport, SpoolName, SpoolReport } from "@marquee/contract/schema";
import type { Ingest } from "../../../ingest/process/ingest.ts";
import type { Disk } from "../../../platform/storage/disk.ts";
import type { DrainControl } from "../../../platform/storage/spool/drain.ts";
import { within } from "../../../platform/time/within.ts";
import type { LeadSpool } from "../../leads/leadSpool.ts";
import { measureProcesses } from "./processes.ts";
import type { Readiness } from "./readiness.ts";

export interface ReportOptions {
  version: string;
  build: string;
  readiness: () => Promise<Readiness>;
  ingest: Pick<Ingest, "drain" | "recordings">;
  forms: Pick<LeadSpool, "depth" | "oldestAt" | "lastError">;
  disk: Disk;
  now: () => Timestamp;
}

/** Collects this instance's report about itself. */
export interface InstanceReporter {
  /** Never throws and takes about 2 s at most. */
  report(): Promise<InstanceReport>;
  stop(): void;
}

const NOT_ANSWERING = "The process that receives events isn't responding.";
const NANOSECOND = 1e-6;
/** Sampling interval of the event loop delay, in milliseconds. */
const RESOLUTION = 20;

export function createInstanceReport(options: ReportOptions): InstanceReporter {
  const { version, build, readiness, ingest, forms, disk, now } = options;
  const startedAt = Math.round(performance.timeOrigin);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();

  /** The measured delay includes the sampling interval. */
  const stops = createStops(now);
  const takeDelay = () => {
    const delay = delays.count === 0 ? null : delays.percentile(99) * NANOSECOND - RESOLUTION;
    delays.reset();
    return delay === null ? null : Math.max(0, Math.round(delay));
  };
  return {
    async report() {
      const [{ checks, wrongClocks }, events, recordings, usages] = await Promise.all([
        readiness(),
        reportSpool(ingest.drain, now),
        reportSpool(ingest.recordings.drain, now),
        measureProcesses(),
      ]);
      return {
        version,
        build,
        node: process.versions.node,
        host: hostname(),
        startedAt,
        spools: {
          events: stops.note("events", events),
          recordings: stops.note("recordings", recordings),
          leads: stops.note("leads", reportForms(forms, now)),
        },
        disk: stateOf(disk),
        memory: Object.fromEntries(usages.map(({ process: name, bytes }) => [name, bytes])),
        eventLoopDelay: takeDelay(),
        wrongClocks,
        checks,
      };
    },
    stop: () => void delays.disable(),
  };
}

type SpoolNow = Omit<SpoolReport, "stoppedSince">;

/** @returns the report of the spool's process, or that it did not respond within 2 s. */
async function reportSpool(drain: Pick<DrainControl, "status">, now: () => Timestamp): Promise<SpoolNow> {
  try {
    const { depth, oldestAt, lastError } = await within(drain.status());
    return { depth, oldestAge: ageOf(oldestAt, now), lastError };
  } catch {
    return { depth: 0, oldestAge: null, lastError: NOT_ANSWERING };
  }
}

function reportForms({ depth, oldestAt, lastError }: ReportOptions["forms"], now: () => Timestamp): SpoolNow {
  return { depth: depth(), oldestAge: ageOf(oldestAt(), now), lastError: lastError() };
}

/** Tracks since when stores accept nothing. */
function createStops(now: () => Timestamp) {
  const since = new Map<SpoolName, Timestamp>();
  return {
    note(name: SpoolName, spool: SpoolNow): SpoolReport {
      if (spool.lastError === null) since.delete(name);
      else if (!since.has(name)) since.set(name, now());
      return { ...spool, stoppedSince: since.get(name) ?? null };
    },
  };
}

function ageOf(at: Timestamp | null, now: () => Timestamp) {
  return at === null ? null : Math.max(0, now() - at);
}

function stateOf(disk: Disk): DiskState | null {
  try {
    return disk.state();
  } catch {
    return null;
  }
}
