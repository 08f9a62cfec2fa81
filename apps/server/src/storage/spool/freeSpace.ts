import { statfsSync } from "node:fs";
import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";

/** Checks whether a disk has room left beyond a reserve. */
export interface FreeSpace {
  hasRoom(): boolean;
}

interface FreeSpaceOptions {
  dir: string;
  /** Bytes that stay free. */
  reserve: number;
  now: () => Timestamp;
}

/** Minimum interval between checks. The reserve must be larger than what arrives in between. */
const ASKED_EACH: Milliseconds = ONE_SECOND;

export function watchFreeSpace({ dir, reserve, now }: FreeSpaceOptions): FreeSpace {
  let askedAt = Number.NEGATIVE_INFINITY;
  let free = 0;
  return {
    hasRoom() {
      if (Math.abs(now() - askedAt) >= ASKED_EACH) {
        const { bavail, bsize } = statfsSync(dir);
        free = bavail * bsize;
        askedAt = now();
      }
      return free > reserve;
    },
  };
}
