import type { Figure } from "./support/figure.ts";
import { usageOf } from "./support/processes.ts";
import type { Product } from "./support/product.ts";

const MB = 1024;
const SETTLE_TIME = 5000;

/** Start-up time, and memory of the server and its processes five seconds after the start. */
export async function measureMemory(product: Product): Promise<Figure[]> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME));
  const { memory } = usageOf(product.pid);
  return [
    { what: "Second start, to ready", value: product.startDuration, unit: "ms", aim: { atMost: 5000 } },
    { what: "Resting memory, all processes", value: memory / MB, unit: "MB", aim: { atMost: 700 } },
  ];
}
