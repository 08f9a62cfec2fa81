import { readFileSync } from "node:fs";
import { DataDirError } from "./dataDir.ts";

/** Stores, built files and visitors' connections together; a quiet server has about 400. */
const FEWEST = 1024;

/**
 * @throws {DataDirError} when the system lets this process open too few files. Node has already raised the limit as far as possible.
 */
export function checkOpenFiles(limits = readLimits()): void {
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? FEWEST);
  if (most >= FEWEST) return;
  throw new DataDirError(
    `This process may open only ${most} files. Allow at least ${FEWEST}: ulimit -n 65536, or LimitNOFILE=65536 in a systemd unit.`,
  );
}

/** Empty on systems without it. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
