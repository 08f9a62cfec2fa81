import type { IngestBudgets } from "../ingest/budgets/ingestBudgets.ts";
import type { Config } from "../platform/config/config.ts";
import type { Disk } from "../platform/storage/disk.ts";

/** For tests in which nobody exceeds a budget and the disk has space. */
export const NO_BUDGETS: Config["ingestBudgets"] = {
  bytesPerHour: Number.POSITIVE_INFINITY,
  eventsPerHour: Number.POSITIVE_INFINITY,
  bytesPerDay: Number.POSITIVE_INFINITY,
};

export const unusedBudgets: Pick<IngestBudgets, "today"> = {
  today: () => ({ bytes: 0, limit: 10_000_000_000, cut: [] }),
};

export const roomyDisk: Disk = { state: () => ({ free: 60e9, total: 100e9, level: "ok" }) };
