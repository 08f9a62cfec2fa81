import {
  type AlertKind,
  COUNTED_KINDS,
  type CountedKind,
  type InstanceState,
} from "@marquee/contract/schema";
import type { IngestBudgets } from "../../../ingest/budgets/ingestBudgets.ts";
import type { Disk } from "../../../platform/storage/disk.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { readDefinitions } from "../../goals/readDefinitions.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import type { Checked, CheckResult } from "./check.types.ts";
import { createBudgetCheck } from "./checkBudget.ts";
import { createCountsCheck } from "./checkCounts.ts";
import { createDeliveriesCheck } from "./checkDeliveries.ts";
import { createDiskCheck } from "./checkDisk.ts";
import { createExperimentsCheck } from "./checkExperiments.ts";
import { createSpoolCheck } from "./checkSpool.ts";
import { createVitalsCheck } from "./checkVitals.ts";

export interface ChecksOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  questions: Pick<Questions, "answer" | "select">;
  site: Pick<CurrentSite, "current" | "publicHost">;
  listInstances: () => Promise<InstanceState[]>;
  disk: Disk;
  budgets: Pick<IngestBudgets, "today">;
}

export type Check = (checked: Checked) => Promise<CheckResult>;

/** How each kind of alert is checked. */
export function createChecks(options: ChecksOptions): Record<AlertKind, Check> {
  const { db, eventStore, questions, listInstances, disk, budgets } = options;
  const site = options.site.current;
  const definitions = async () => {
    const { goals, segments } = await readDefinitions(db, undefined);
    return { goals, text: JSON.stringify([goals, [...segments]]) };
  };
  const counts = createCountsCheck({ eventStore, questions, site, definitions });
  return {
    ...(Object.fromEntries(COUNTED_KINDS.map((kind) => [kind, counts])) as Record<CountedKind, Check>),
    vitals: createVitalsCheck({ eventStore, db, questions, site }),
    delivery: createDeliveriesCheck(db),
    experiment: createExperimentsCheck({ eventStore, db, site }),
    spool: createSpoolCheck(listInstances),
    budget: createBudgetCheck({ eventStore, budgets }),
    disk: createDiskCheck(disk),
  };
}
