import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startQueueMetrics } from "./queueMetrics.ts";

const sendBeacon = vi.fn((_url: string, _body: string) => true);
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });

beforeEach(() => {
  vi.useFakeTimers();
  sendBeacon.mockClear().mockReturnValue(true);
  page.visibilityState = "visible";
  vi.stubGlobal("navigator", { sendBeacon });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const delivered = (...messageIds: string[]) => ({ kind: "delivered" as const, messageIds });
const reports = () => sendBeacon.mock.calls.map(([url, body]) => [url, JSON.parse(body)]);
const hide = () => {
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
};

describe("startQueueMetrics", () => {
  it("reports counts by reason, without IDs, at most every 30 seconds", () => {
    const metrics = startQueueMetrics("https://collector.example");
    metrics.count(delivered("a", "b"));
    metrics.count({ kind: "retrying", messageIds: ["c"], reason: "status 503", delay: 1 });
    metrics.count({ kind: "dropped", messageIds: ["c"], reason: 'failed; "last"' });
    metrics.count({ kind: "blocked", messageIds: ["d"], reason: "x".repeat(100), delay: 1 });
    vi.advanceTimersByTime(29_000);
    metrics.count(delivered("e"));
    expect(sendBeacon).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    const counter = (metric: string, value: number, reason?: string) => ({
      type: "Counter",
      metric: `marquee.queue.${metric}`,
      value,
      tags: reason ? { reason } : {},
    });
    expect(reports()).toEqual([
      [
        "https://collector.example/m",
        {
          series: [
            counter("delivered", 3),
            counter("retried", 1, "status 503"),
            counter("dropped", 1, "failed last "),
            counter("blocked", 1, "x".repeat(64)),
          ],
        },
      ],
    ]);
  });

  it("reports immediately when the page hides, and retries a rejected beacon later", () => {
    const metrics = startQueueMetrics("");
    sendBeacon.mockReturnValueOnce(false);
    metrics.count(delivered("a"));
    hide();
    hide();
    hide();
    expect(sendBeacon).toHaveBeenCalledTimes(2);
    expect(reports()[1]).toEqual(reports()[0]);
  });

  it("reports nothing without counts or after stop", () => {
    const metrics = startQueueMetrics("");
    hide();
    metrics.count(delivered("a"));
    metrics.stop();
    hide();
    vi.advanceTimersByTime(60_000);
    expect(sendBeacon).not.toHaveBeenCalled();
  });

  it("starts again with a count after stop", () => {
    const metrics = startQueueMetrics("");
    metrics.count(delivered("a"));
    metrics.stop();
    metrics.count(delivered("b"));
    hide();
    expect(reports()).toHaveLength(1);
  });
});
