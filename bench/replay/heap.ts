import type { CDPSession } from "playwright-core";

/** Memory of a page after garbage collection. */
export interface Kept {
  /** JavaScript heap in bytes. */
  heap: number;
  nodes: number;
  documents: number;
  listeners: number;
}

export async function readKept(session: CDPSession): Promise<Kept> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (metric: string) => metrics.find(({ name }) => name === metric)?.value ?? 0;
  return {
    heap: usedSize,
    nodes: of("Nodes"),
    documents: of("Documents"),
    listeners: of("JSEventListeners"),
  };
}
