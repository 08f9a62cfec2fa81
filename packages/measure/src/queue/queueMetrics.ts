import { cutText, type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { onPageHide } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";
import type { QueueStatus } from "./queue.ts";

/** Reports delivery counts and reasons to the server, without IDs (specification, section 7: `{series: […]}` to `/m`). */
export interface QueueMetrics {
  count(status: QueueStatus): void;
  /** Drops unreported counts and removes listeners; the next count starts again. */
  stop(): void;
}

const INTERVAL: Milliseconds = 30 * ONE_SECOND;
const METRICS = {
  delivered: "delivered",
  retrying: "retried",
  blocked: "blocked",
  dropped: "dropped",
} as const;
/** Characters that the server does not accept in a tag. */
const NO_TAG = /[^\w.:@/-]+/g;
const MAX_TAG_LENGTH = 64;

/** @param endpoint origin of the server, or the empty string for the page's own. */
export function startQueueMetrics(endpoint: string): QueueMetrics {
  let series = new Map<
    string,
    { type: "Counter"; metric: string; value: number; tags: { reason?: string } }
  >();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const report = monitor(() => {
    clearTimeout(timer);
    timer = undefined;
    if (series.size === 0) return;
    // A text beacon needs no CORS preflight and outlives the page.
    const body = JSON.stringify({ series: [...series.values()] });
    if (navigator.sendBeacon(`${endpoint}/m`, body)) series = new Map();
  });
  let stopHide: (() => void) | undefined;

  return {
    count(status) {
      stopHide ??= onPageHide(report);
      const reason =
        "reason" in status ? cutText(status.reason.replace(NO_TAG, " "), MAX_TAG_LENGTH) : undefined;
      const metric = `marquee.queue.${METRICS[status.kind]}`;
      const key = `${metric} ${reason}`;
      const counter = series.get(key) ?? {
        type: "Counter" as const,
        metric,
        value: 0,
        tags: { ...(reason && { reason }) },
      };
      counter.value += status.messageIds.length;
      series.set(key, counter);
      timer ??= setTimeout(report, INTERVAL);
    },
    stop() {
      stopHide?.();
      stopHide = undefined;
      clearTimeout(timer);
      timer = undefined;
      series = new Map();
    },
  };
}
