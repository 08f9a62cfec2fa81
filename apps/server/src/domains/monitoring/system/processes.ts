import { readFile } from "node:fs/promises";
import type { ProcessName } from "@marquee/contract/schema";
import { supervisedProcesses } from "../../../platform/storage/supervise.ts";

/** Resource use of a server process. */
export interface ProcessUsage {
  process: ProcessName;
  /** Resident memory. */
  bytes: number;
  /** Total processor time, in seconds. */
  cpuSeconds: number;
}

/** Linux reports times in this unit on all of Node's platforms (`man 5 proc`, `sysconf(_SC_CLK_TCK)`). */
const TICKS_OF_SECOND = 100;
const KIBIBYTE = 1024;
const MICROSECOND = 1e-6;

/** Resource use of this process and its children. Children are read from `/proc`, so they are left out on systems other than Linux. */
export async function measureProcesses(): Promise<ProcessUsage[]> {
  const { user, system } = process.cpuUsage();
  const serverUsage = {
    process: "server" as const,
    bytes: process.memoryUsage.rss(),
    cpuSeconds: (user + system) * MICROSECOND,
  };
  const children = await Promise.all(
    supervisedProcesses().map(async ({ process: name, pid }) => {
      const usage = await readUsage(pid).catch(() => null);
      return usage ? [{ process: name, ...usage }] : [];
    }),
  );
  return [serverUsage, ...children.flat()];
}

async function readUsage(pid: number): Promise<Omit<ProcessUsage, "process"> | null> {
  const [stat, status] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8"),
    readFile(`/proc/${pid}/status`, "utf8"),
  ]);
  // The second field is the name in parentheses, which may have spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  const usage = { bytes: kibibytes * KIBIBYTE, cpuSeconds: (userTicks + systemTicks) / TICKS_OF_SECOND };
  return Number.isFinite(usage.bytes + usage.cpuSeconds) ? usage : null;
}
