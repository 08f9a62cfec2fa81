import { execFileSync } from "node:child_process";

interface Usage {
  /** Resident memory in kilobytes. */
  resident: number;
  /** CPU time used so far, in seconds. */
  processor: number;
}

/** Total usage of a process and its direct children. */
export function usageOf(pid: number): Usage {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,cputimes="], { encoding: "utf8" });
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const own = rows.filter(([id, parent]) => id === pid || parent === pid);
  return {
    resident: own.reduce((sum, [, , resident = 0]) => sum + resident, 0),
    processor: own.reduce((sum, [, , , seconds = 0]) => sum + seconds, 0),
  };
}
