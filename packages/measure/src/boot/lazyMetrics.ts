import type { QueueMetrics } from "../queue/queueMetrics.ts";
import { createLazy } from "../transport/createLazy.ts";

/** {@link QueueMetrics} without their weight: loaded with the first status, which only visitors who are measured have. */
export function createLazyMetrics(endpoint: string): QueueMetrics {
  const metrics = createLazy(
    () => import("../queue/queueMetrics.ts"),
    ({ startQueueMetrics }) => startQueueMetrics(endpoint),
  );
  return {
    count: (status) => metrics.use((metrics) => metrics.count(status)),
    stop: () => metrics.ifUsed((metrics) => metrics.stop()),
  };
}
