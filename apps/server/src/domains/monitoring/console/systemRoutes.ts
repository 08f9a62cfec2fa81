import type { Timestamp } from "@marquee/contract";
import type { BackupState, InstanceState } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { listJobs } from "../../../platform/storage/records/jobs.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { readSizes } from "../../../platform/storage/records/sizes.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { Sizes } from "../system/startSizes.ts";

interface SystemRoutesOptions {
  db: RecordsDatabase;
  listInstances: () => Promise<InstanceState[]>;
  sizes: Pick<Sizes, "stores">;
  /** Null for none. */
  latestBackup: () => Promise<BackupState | null>;
  now: () => Timestamp;
}

const HISTORY_DAYS = 90;

/** All instances, stores and jobs, for owners. */
export function systemRoutes({ db, listInstances, sizes, latestBackup, now }: SystemRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /system", async () => {
      const [instances, stores, history, jobs, backup] = await Promise.all([
        listInstances(),
        sizes.stores(),
        readSizes(db, { days: HISTORY_DAYS, now: now() }),
        listJobs(db),
        latestBackup(),
      ]);
      return { now: now(), instances, sizes: stores, history, jobs, backup };
    });
  };
}
