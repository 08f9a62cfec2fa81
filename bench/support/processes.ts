import { readdirSync, readFileSync } from "node:fs";

export interface Usage {
  /** Resident memory in kilobytes. */
  resident: number;
  /** CPU time used so far, in seconds. */
  processor: number;
}

/** Clock ticks of a second in `/proc`. */
const TICKS = 100;
const PAGE_KILOBYTES = 4;

/** Total usage of a process and all processes that it started. Linux only. */
export function usageOf(pid: number): Usage {
  const processes = readProcesses();
  const own = [...processes.values()].filter((each) => isWithin(each.pid, pid, processes));
  return {
    resident: own.reduce((sum, { resident }) => sum + resident, 0),
    processor: own.reduce((sum, { processor }) => sum + processor, 0),
  };
}

/** Process IDs of a process's children whose command contains `name`. */
export function childrenOf(pid: number, name: string): number[] {
  const children = [...readProcesses().values()].filter(({ parent }) => parent === pid);
  return children
    .map((child) => child.pid)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes(name));
}

interface Process extends Usage {
  pid: number;
  parent: number;
}

function isWithin(pid: number, root: number, processes: ReadonlyMap<number, Process>): boolean {
  for (let at: number | undefined = pid; at; at = processes.get(at)?.parent) if (at === root) return true;
  return false;
}

function readProcesses(): Map<number, Process> {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return new Map(pids.flatMap((pid) => readProcess(pid)).map((each) => [each.pid, each]));
}

/** @returns nothing for a process that has just ended. */
function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the command in parentheses, which may contain spaces: the third field of proc(5) and those after it.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0] = fields.slice(11, 13);
    const [pages = 0] = fields.slice(21, 22);
    return [{ pid, parent, processor: (user + system) / TICKS, resident: pages * PAGE_KILOBYTES }];
  } catch {
    return [];
  }
}
