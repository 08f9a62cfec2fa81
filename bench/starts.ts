import { rm } from "node:fs/promises";
import type { Figure } from "./support/figure.ts";
import { processorByProcess, usageOf } from "./support/processes.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { median } from "./support/statistics.ts";

const PORT = 3191;
const ROUNDS = 5;
const MB = 1024;
const SETTLE_TIME = 5000;

const PROCESSES = [
  ["server", "page process"],
  ["receiver", "receiving process"],
  ["store", "event store"],
] as const;

interface Start {
  duration: number;
  /** CPU time until ready, in milliseconds, by process. */
  processor: { server: number; receiver: number; store: number };
}

/**
 * Starts until the server is ready, on empty stores and again, with the CPU time that each process needs for it; memory of all processes five
 * seconds after the second start.
 */
export async function measureStarts(_product: Product, rounds = ROUNDS): Promise<Figure[]> {
  const first: Start[] = [];
  const second: Start[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await createDataDir();
    await run(dataDir, async (product) => void first.push(startOf(product)));
    await run(dataDir, async (product) => {
      second.push(startOf(product));
      await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
      memory.push(usageOf(product.pid).memory / MB);
    });
    await rm(dataDir, { recursive: true });
  }
  const figure = (what: string, values: readonly number[], unit: string, aim?: Figure["aim"]): Figure => ({
    what,
    value: median(values),
    unit,
    ...(aim && { aim }),
  });
  const rowsOf = (what: string, starts: readonly Start[], atMost: number) => [
    figure(
      what,
      starts.map(({ duration }) => duration),
      "ms",
      { atMost },
    ),
    ...PROCESSES.map(([name, title]) =>
      figure(
        `${what}, CPU time of the ${title}`,
        starts.map(({ processor }) => processor[name]),
        "ms",
      ),
    ),
  ];
  return [
    ...rowsOf("First start, on empty stores", first, 3000),
    ...rowsOf("Second start", second, 5000),
    figure("Resting memory, all processes", memory, "MB", { atMost: 700 }),
  ];
}

async function run(dataDir: string, use: (product: Product) => Promise<void>): Promise<void> {
  const product = await startProduct(PORT, dataDir);
  try {
    await use(product);
  } finally {
    await product.stop();
  }
}

function startOf({ startDuration, pid }: Product): Start {
  const { server, receiver, store } = processorByProcess(pid);
  return {
    duration: startDuration,
    processor: { server: server * 1000, receiver: receiver * 1000, store: store * 1000 },
  };
}
