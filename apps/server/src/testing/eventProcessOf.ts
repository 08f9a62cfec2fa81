import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** ID of the event store process that this process started on a data folder; null while there is none. */
export function eventProcessOf(dataDir: string): number | null {
  const threads = readdirSync("/proc/self/task");
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );
  const setting = `CHDB_PATH=${join(dataDir, "events")}\0`;
  const eventProcess = children.find((pid) => readFileSync(`/proc/${pid}/environ`, "utf8").includes(setting));
  return eventProcess ? Number(eventProcess) : null;
}
