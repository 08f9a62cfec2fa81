import { ONE_DAY, ONE_SECOND, type Timestamp } from "../kernel/time.ts";
import type { InstanceReport, InstanceState, SpoolReport } from "../monitoring/system.schema.ts";

const EMPTY: SpoolReport = { depth: 0, oldestAge: null, stoppedSince: null, lastError: null };

interface Differing {
  id?: number;
  host?: string;
  version?: string;
  build?: string;
  heartbeatAt?: Timestamp;
  report?: Partial<Omit<InstanceReport, "spools">>;
  spools?: Partial<Record<keyof InstanceReport["spools"], Partial<SpoolReport>>>;
}

/** An instance with a recent heartbeat and no problems, except for a test's overrides. */
export function instanceState(now: Timestamp, different: Differing = {}): InstanceState {
  const {
    id = 1,
    host = "web-1",
    version = "0.1.0",
    build = "3f9ac1",
    heartbeatAt = now - ONE_SECOND,
  } = different;
  const { report = {}, spools = {} } = different;
  const startedAt = now - ONE_DAY;
  return {
    id,
    version,
    host,
    pid: 7,
    startedAt,
    heartbeatAt,
    report: {
      version,
      build,
      node: "24.11.0",
      host,
      startedAt,
      eventLoopDelay: 3,
      wrongClocks: [],
      spools: {
        events: { ...EMPTY, ...spools.events },
        recordings: { ...EMPTY, ...spools.recordings },
        leads: { ...EMPTY, ...spools.leads },
      },
      disk: { free: 60e9, total: 100e9, level: "ok" },
      memory: { server: 180e6, ingest: 90e6, events: 320e6 },
      checks: { intake: "ok", events: "ok", drain: "ok", records: "ok", disk: "ok", clock: "ok" },
      ...report,
    },
  };
}
