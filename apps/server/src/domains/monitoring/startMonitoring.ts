import type { BackupState, InstanceReport, InstanceState } from "@marquee/contract/schema";
import type { Ingest } from "../../ingest/process/ingest.ts";
import type { Platform } from "../../platform/platform.types.ts";
import type { Disk } from "../../platform/storage/disk.ts";
import { readLatestBackup } from "../../platform/storage/records/backups.ts";
import { listInstances } from "../../platform/storage/records/instances.ts";
import { startHeartbeats } from "../../platform/storage/records/startHeartbeats.ts";
import type { LeadSpool } from "../leads/leadSpool.ts";
import { createInstanceList } from "./system/createInstanceList.ts";
import { createInstanceReport, type ReportOptions } from "./system/createInstanceReport.ts";
import type { createReadiness } from "./system/readiness.ts";
import { type Sizes, startSizes } from "./system/startSizes.ts";

interface MonitoringOptions extends Platform {
  ingest: Ingest;
  forms: LeadSpool;
  disk: Disk;
  readiness: ReturnType<typeof createReadiness>;
  /** The running version of the product, and the name of the build. */
  about: Pick<ReportOptions, "version" | "build">;
}

/** The state of this instance and of others. */
export interface Monitoring {
  report(): Promise<InstanceReport>;
  listInstances(): Promise<InstanceState[]>;
  latestBackup(): Promise<BackupState | null>;
  sizes: Sizes;
}

export function startMonitoring(options: MonitoringOptions): Monitoring {
  const { config, db, records, about, started } = options;
  const watched = { ...options, ...about };
  const { report } = started(createInstanceReport(watched));
  started(startHeartbeats({ records, report }));
  return {
    report,
    listInstances: createInstanceList({
      ...watched,
      report,
      instances: { id: records.instanceId, list: () => listInstances(db) },
    }),
    async latestBackup() {
      const latest = await readLatestBackup(db);
      return latest && { madeAt: latest.madeAt.getTime(), bytes: latest.bytes };
    },
    sizes: started(startSizes({ ...options, dataDir: config.dataDir })),
  };
}
