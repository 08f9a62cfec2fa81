import { readdirSync, readFileSync } from "node:fs";

export interface Usage {
  /** Memory in kilobytes, without files that are mapped: the system drops those when it needs their memory. Shared memory counts once. */
  memory: number;
  /** CPU time used so far, in seconds. */
  processor: number;
}

/** Clock ticks of a second in `/proc`. */
const TICKS = 100;

/** Total usage of a process and all processes that it started. Linux only. */
export function usageOf(pid: number): Usage {
  const processes = readProcesses();
  const own = [...processes.values()].filter((each) => isWithin(each.pid, pid, processes));
  return {
    memory: own.reduce((sum, { pid: each }) => sum + memoryOf(each), 0),
    processor: own.reduce((sum, { processor }) => sum + processor, 0),
  };
}

/** CPU time that a server has used so far, in seconds: its own, that of the process that receives events, and that of all its other processes. */
export function processorByProcess(pid: number): { server: number; receiver: number; store: number } {
  const used = (children: readonly number[]) =>
    children.reduce((sum, child) => sum + usageOf(child).processor, 0);
  const receivers = childrenOf(pid, "ingestProcess");
  const receiver = used(receivers);
  const store = used(childrenOf(pid, "").filter((child) => !receivers.includes(child)));
  return { server: usageOf(pid).processor - receiver - store, receiver, store };
}

/** Process IDs of a process's children whose command contains `name`. */
export function childrenOf(pid: number, name: string): number[] {
  const children = [...readProcesses().values()].filter(({ parent }) => parent === pid);
  return children
    .map((child) => child.pid)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes(name));
}

interface Process extends Pick<Usage, "processor"> {
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
    return [{ pid, parent, processor: (user + system) / TICKS }];
  } catch {
    return [];
  }
}

function memoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...rollup.matchAll(/^Pss_(?:Anon|Shmem): +(\d+) kB/gm)];
  return kilobytes.reduce((sum, [, value]) => sum + Number(value), 0);
}
