import type { Milliseconds } from "@marquee/contract";
import type { JobName } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { jobRuns } from "../observed.ts";

/** A task that the server repeats until it is stopped, one run after the other. */
export interface Job {
  /** Runs it now, or once more after the current run. Returns immediately. */
  wake(): void;
  /** Like {@link wake}. Resolves at the end of a run that started after the call, even if it fails. */
  run(): Promise<void>;
  /** Aborts the signal of the current run; resolves once it has ended. */
  stop(): Promise<void>;
}

/** One run of a job. */
export interface Turn {
  /** Aborted when the job is stopped: end before the next step. */
  signal: AbortSignal;
  /** When to run next, instead of after the interval. */
  nextIn(rest: Milliseconds): void;
  /** Marks the run as having nothing to do, so that it is not reported. */
  skip(): void;
}

export interface JobOptions {
  name: JobName;
  /** From the end of a run to the start of the next one; null to run only when woken. */
  interval: Milliseconds | null;
  /** When to run first; by default, immediately. */
  first?: Milliseconds;
  run(turn: Turn): Promise<unknown>;
  /** The pause after a number of consecutive failures; by default, the interval. */
  retryIn?: (failures: number) => Milliseconds;
  /** Log message for a failed run: what failed, and when it is retried. */
  failure: string;
  log: Pick<Logger, "warn">;
}

/** Starts a job. Its runs are reported to {@link jobRuns}, for metrics and the list of jobs. */
export function startJob({ name, interval, first = 0, run, retryIn, failure, log }: JobOptions): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  /** A requested run that has not started. */
  let next: PromiseWithResolvers<void> | null = null;
  let failures = 0;

  /** @returns the pause until the next run; null if it only runs on request. */
  const runOnce = async (): Promise<Milliseconds | null> => {
    let rest = interval;
    let isSkipped = false;
    const nextIn = (chosen: Milliseconds) => {
      rest = chosen;
    };
    const skip = () => {
      isSkipped = true;
    };
    const startedAt = Date.now();
    const began = performance.now();
    const tell = (error?: unknown) =>
      jobRuns.tell({ name, startedAt, duration: performance.now() - began, error });
    try {
      await run({ signal, nextIn, skip });
      failures = 0;
      if (!isSkipped && !signal.aborted) tell();
      return rest;
    } catch (error) {
      // A run interrupted by a stop is done after the next start.
      if (signal.aborted) return rest;
      failures += 1;
      log.warn({ err: error }, failure);
      tell(error);
      return retryIn?.(failures) ?? interval;
    }
  };
  const begin = () => {
    clearTimeout(timer);
    const waiter = next;
    next = null;
    running = runOnce().then((rest) => {
      running = null;
      waiter?.resolve();
      if (signal.aborted) return next?.resolve();
      if (next) begin();
      else if (rest !== null) timer = setTimeout(begin, rest).unref();
    });
  };
  const runSoon = (): Promise<void> => {
    if (signal.aborted) return Promise.resolve();
    next ??= withResolvers();
    const { promise } = next;
    if (!running) begin();
    return promise;
  };
  if (first === 0) begin();
  else timer = setTimeout(begin, first).unref();
  return {
    wake: () => void runSoon(),
    run: runSoon,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

interface PromiseWithResolvers<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
}

/** Like Promise.withResolvers, which Node 20 does not have. */
function withResolvers(): PromiseWithResolvers<void> {
  let resolve = () => {};
  const promise = new Promise<void>((fulfill) => {
    resolve = fulfill;
  });
  return { promise, resolve };
}
