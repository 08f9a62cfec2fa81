import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Lets other processes go first, above all the one that serves pages. Call it first: threads that start later inherit it. On other systems
 * than Linux, it applies to the process as a whole.
 */
export function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  setPriority(PRIORITY_BELOW_NORMAL);
  if (process.platform !== "linux") return;
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), PRIORITY_BELOW_NORMAL);
}
