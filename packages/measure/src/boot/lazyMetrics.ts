import { reportFailure } from "../tools/monitor.ts";
import type { QueueMetrics } from "../transport/queueMetrics.ts";

/** {@link QueueMetrics} without their weight: loaded with the first status, which only visitors who are measured have. */
export function createLazyMetrics(endpoint: string): QueueMetrics {
  let running: Promise<QueueMetrics> | null = null;

  const load = async () => {
    const { startQueueMetrics } = await import("../transport/queueMetrics.ts");
    return startQueueMetrics(endpoint);
  };
  const use = (action: (metrics: QueueMetrics) => void) => {
    running?.then(action).catch((error: unknown) => {
      running = null;
      reportFailure(error);
    });
  };
  return {
    count(status) {
      running ??= load();
      use((metrics) => metrics.count(status));
    },
    stop() {
      use((metrics) => metrics.stop());
      running = null;
    },
  };
}
