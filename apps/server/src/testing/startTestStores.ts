import { rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { type Stores, startStores } from "../storage/stores.ts";

const SRC_DIR = join(import.meta.dirname, "..");
export const SILENT = pino({ level: "silent" });

/** Real stores on a folder; the embedded event store runs from its source. */
export function startTestStores(dataDir: string): Promise<Stores> {
  return startStores({
    config: { dataDir, databaseUrl: null, clickhouseUrl: null },
    eventProcess: {
      entry: join(SRC_DIR, "storage/events/chdb/chdbProcess.ts"),
      execArgv: ["--import", "tsx"],
    },
    migrationsFolder: join(SRC_DIR, "../drizzle"),
    log: SILENT,
  });
}

/** Waits until the spool is empty. */
export async function drained(stores: Pick<Stores, "spool">): Promise<void> {
  while (stores.spool.depth() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
