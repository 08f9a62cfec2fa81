import type { CDPSession } from "playwright-core";
import { followTrace, type TraceEvent } from "../support/trace.ts";

/** Milliseconds that a page's main thread has worked since it started, in thread time, so other load on the machine does not count. */
export async function readThreadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? 0) * 1000;
}

/** JavaScript heap in bytes after garbage collection. */
export async function readHeap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}

/** Traces the tasks of the main thread. @returns a function that stops tracing and returns the longest task in milliseconds. */
export async function followTasks(session: CDPSession): Promise<() => Promise<number>> {
  const stop = await followTrace(session);
  return async () => {
    const events = await stop();
    const main = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
    const ofPage = ({ name, pid, tid }: TraceEvent) =>
      name === "RunTask" && main.some((thread) => thread.pid === pid && thread.tid === tid);
    return Math.max(0, ...events.filter(ofPage).map(({ tdur = 0 }) => tdur / 1000));
  };
}

/**
 * Samples the main thread twice per millisecond.
 * @returns a function that stops sampling and returns the milliseconds spent in scripts whose URL matches `addresses`,
 * including what they called.
 */
export async function followScripts(session: CDPSession, addresses: RegExp): Promise<() => Promise<number>> {
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: 500 });
  await session.send("Profiler.start");
  return async () => {
    const { nodes, samples = [], timeDeltas = [] } = (await session.send("Profiler.stop")).profile;
    const within = new Set<number>();
    const mark = (id: number) => {
      within.add(id);
      for (const child of nodes.find((node) => node.id === id)?.children ?? []) mark(child);
    };
    for (const { id, callFrame } of nodes) if (addresses.test(callFrame.url) && !within.has(id)) mark(id);
    const durations = timeDeltas.filter((_, index) => within.has(samples[index] ?? 0));
    return durations.reduce((sum, duration) => sum + duration, 0) / 1000;
  };
}
