import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Timestamp } from "@marquee/contract";
import { writeAtomically } from "../../../platform/storage/writeAtomically.ts";

/** Up to when what was deleted has left the spools of this instance. */
export interface SpoolsMark {
  /** 0 as long as that is unknown. */
  read(): Promise<Timestamp>;
  write(until: Timestamp): Promise<void>;
}

/** Keeps it next to the spools: instances that share a record store have spools of their own, and may be away while others erase. */
export function openSpoolsMark(dataDir: string): SpoolsMark {
  const file = join(dataDir, "spools-erased");
  return {
    async read() {
      const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      // Of a file that somebody edited, too: the spools are rewritten once more.
      return Date.parse(content) || 0;
    },
    write: (until) => writeAtomically(file, new Date(until).toISOString()),
  };
}
