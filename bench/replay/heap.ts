import type { CDPSession } from "playwright-core";

/** What a page keeps, once all that can be is freed. */
export interface Kept {
  /** Bytes of its scripts' heap. */
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
