import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type JobRun, jobRuns } from "../observed.ts";
import { type Job, type JobOptions, startJob, type Turn } from "./startJob.ts";

let job: Job;
let runs: JobRun[];
let lines: string[];
/** Ends the current run. */
let end: (error?: Error) => void;
let turns: Turn[];
let stopListening: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [runs, lines, turns] = [[], [], []];
  stopListening = jobRuns.listen((run) => runs.push(run));
});
afterEach(async () => {
  end();
  await job.stop();
  stopListening();
  vi.useRealTimers();
});

/** A job whose runs last until the test completes them. */
function start(options: Partial<JobOptions> = {}): void {
  job = startJob({
    name: "hits",
    interval: ONE_MINUTE,
    run: (turn) => {
      turns.push(turn);
      return new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
    },
    failure: "Failed to count; trying again.",
    log: { warn: (_: unknown, line: string) => void lines.push(line) } as never,
    ...options,
  });
}
const endRun = async (error?: Error) => {
  end(error);
  await vi.advanceTimersByTimeAsync(0);
};

it("runs immediately, and again an interval after the end of each run", async () => {
  start();
  expect(turns).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5 * ONE_MINUTE);
  expect(turns, "One run follows the other.").toHaveLength(1);
  await endRun();
  await vi.advanceTimersByTimeAsync(ONE_MINUTE - 1);
  expect(turns).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toHaveLength(2);
});

it("waits before the first run, and runs at the time set by the last one", async () => {
  start({ first: 5 * ONE_SECOND });
  await vi.advanceTimersByTimeAsync(5 * ONE_SECOND - 1);
  expect(turns).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  turns[0]?.nextIn(ONE_SECOND);
  await endRun();
  await vi.advanceTimersByTimeAsync(ONE_SECOND);
  expect(turns).toHaveLength(2);
  await endRun();
  await vi.advanceTimersByTimeAsync(ONE_SECOND);
  expect(turns, "That holds for one pause.").toHaveLength(2);
});

it("runs once more for all requests during a run, and resolves each after a run that started later", async () => {
  start({ interval: null });
  let ended = 0;
  for (let time = 0; time < 3; time += 1) void job.run().then(() => ended++);
  job.wake();
  await endRun();
  expect([turns.length, ended]).toEqual([2, 0]);
  await endRun(new Error("away"));
  expect([turns.length, ended]).toEqual([2, 3]);
  await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  expect(turns, "Without an interval, it runs when it is woken.").toHaveLength(2);
  job.wake();
  expect(turns).toHaveLength(3);
});

it("logs a failure and retries, optionally later with each failure", async () => {
  start({ retryIn: (failures) => failures * ONE_SECOND });
  await endRun(new Error("away"));
  await vi.advanceTimersByTimeAsync(ONE_SECOND);
  await endRun(new Error("away"));
  await vi.advanceTimersByTimeAsync(2 * ONE_SECOND - 1);
  expect(turns).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  await endRun();
  await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  await endRun(new Error("away"));
  await vi.advanceTimersByTimeAsync(ONE_SECOND);
  expect(turns, "A success in between counts.").toHaveLength(5);
  expect(lines).toEqual(Array(3).fill("Failed to count; trying again."));
});

it("reports the result of each run, except for skipped ones", async () => {
  start();
  await vi.advanceTimersByTimeAsync(ONE_SECOND);
  await endRun();
  await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  turns[1]?.skip();
  await endRun();
  await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  const error = new Error("away");
  await endRun(error);
  expect(runs).toEqual([
    { name: "hits", startedAt: expect.any(Number), duration: ONE_SECOND, error: undefined },
    { name: "hits", startedAt: expect.any(Number), duration: 0, error },
  ]);
});

it("stops once the current run has ended, and ignores its failure", async () => {
  start();
  job.wake();
  let isStopped = false;
  void job.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect([turns[0]?.signal.aborted, isStopped]).toEqual([true, false]);
  await endRun(new Error("aborted"));
  expect(isStopped).toBe(true);
  await job.run();
  await vi.advanceTimersByTimeAsync(5 * ONE_MINUTE);
  expect([turns.length, runs, lines]).toEqual([1, [], []]);
});
