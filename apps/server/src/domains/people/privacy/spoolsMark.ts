import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Timestamp } from "@marquee/contract";
import { writeAtomically } from "../../../platform/storage/writeAtomically.ts";

/** The time until which deleted data has been removed from this instance's spools. */
export interface SpoolsMark {
  /** 0 while unknown. */
  read(): Promise<Timestamp>;
  write(until: Timestamp): Promise<void>;
}

/**
 * Stored next to the spools, because instances that share a record store have separate spools, and may be down while others erase.
 */
export function openSpoolsMark(dataDir: string): SpoolsMark {
  const file = join(dataDir, "spools-erased");
  return {
    async read() {
      const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      // Also for an edited file: then the spools are rewritten once more.
      return Date.parse(content) || 0;
    },
    write: (until) => writeAtomically(file, new Date(until).toISOString()),
  };
}
