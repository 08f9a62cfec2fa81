import { execFileSync } from "node:child_process";
import type { Figure } from "./support/figure.ts";
import type { Product } from "./support/product.ts";

const MB = 1024;
const SETTLE_TIME = 5000;

/** Resident memory of the server and its event store process, some seconds after the start. */
export async function measureMemory(product: Product): Promise<Figure[]> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
  const kilobytes = residentKilobytes(product.pid);
  return [
    {
      what: "Second start, to ready",
      value: product.startDuration,
      unit: "ms",
      aim: { atMost: 5000 },
    },
    { what: "Resting memory, all processes", value: kilobytes / MB, unit: "MB", aim: { atMost: 700 } },
  ];
}

function residentKilobytes(pid: number): number {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" });
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows
    .filter(([id, parent]) => id === pid || parent === pid)
    .reduce((sum, [, , resident]) => sum + (resident ?? 0), 0);
}
