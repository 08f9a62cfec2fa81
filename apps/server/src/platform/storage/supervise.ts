import type { ChildProcess } from "node:child_process";
import { cutText, type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { ProcessName } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { backoffDelay } from "../time/backoff.ts";

/** A child process of the server that is restarted when it exits. */
export interface Supervised<Started> {
  /** The running process; null while it is down. */
  current(): Started | null;
  /** Stops the process for good; resolves once it has exited. */
  stop(): Promise<void>;
}

interface SuperviseOptions<Started> {
  /** As in "The event store process", for the log. */
  name: string;
  process: ProcessName;
  /** Starts the process; resolves once it is ready. @throws when it exits or is not ready in time. */
  launch(): Promise<Started>;
  /** Asks the process to exit. */
  askToEnd(started: Started): unknown;
  log: Logger;
}

const MAX_STDERR_LENGTH = 2000;
const STOP_TIMEOUT: Milliseconds = 8 * ONE_SECOND;
const RESTART_DELAYS = { base: 200, longest: 30 * ONE_SECOND };

const children = new Set<{ process: ProcessName; pid: number }>();

/** The running child processes of this process. */
export function supervisedProcesses(): { process: ProcessName; pid: number }[] {
  return [...children];
}

/**
 * Starts a process and restarts it whenever it exits, with delays that double up to 30 s until it runs for a minute.
 * @throws the error of the first launch.
 */
export async function supervise<Started extends { child: ChildProcess }>({
  name,
  process,
  launch,
  askToEnd,
  log,
}: SuperviseOptions<Started>): Promise<Supervised<Started>> {
  let current: Started | null = null;
  let isStopped = false;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function start(): Promise<void> {
    const started = await launch();
    const startedAt = Date.now();
    let stderr = "";
    started.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = keepEnd(stderr, text);
    });
    const child = { process, pid: started.child.pid ?? 0 };
    children.add(child);
    const onExit = (code: number | null, signal: string | null) => {
      current = null;
      children.delete(child);
      if (isStopped) return;
      log.error({ code, signal, stderr }, `${name} exited; restarting.`);
      if (Date.now() - startedAt > ONE_MINUTE) failures = 0;
      restart();
    };
    if (!isRunning(started.child)) return onExit(started.child.exitCode, started.child.signalCode);
    current = started;
    started.child.once("exit", onExit);
    if (isStopped) await end(started);
  }

  function restart(): void {
    failures += 1;
    restartTimer = setTimeout(
      () => {
        start().catch((error: unknown) => {
          log.error({ err: error }, `${name} did not start; retrying.`);
          if (!isStopped) restart();
        });
      },
      backoffDelay(failures, RESTART_DELAYS),
    );
  }

  async function end(started: Started): Promise<void> {
    const { child } = started;
    if (!isRunning(child)) return;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    askToEnd(started);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT);
    await gone;
    clearTimeout(timer);
  }

  await start();
  return {
    current: () => current,
    async stop() {
      isStopped = true;
      clearTimeout(restartTimer);
      if (current) await end(current);
    },
  };
}

interface ReadyOptions<Ready> {
  name: string;
  timeout: Milliseconds;
  /** Resolves with what the process says once it is ready. */
  ready: Promise<Ready>;
  /** Creates the error for a process that exited during startup, from the end of its standard error. */
  explain?: (stderr: string) => Error | null;
}

/** Waits until a new process is ready. @throws if it exits before or takes too long; then it is killed. */
export function waitUntilReady<Ready>(
  child: ChildProcess,
  { name, timeout, ready, explain }: ReadyOptions<Ready>,
): Promise<Ready> {
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = keepEnd(stderr, text);
  });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new Error(`${name} was not ready within ${timeout / ONE_SECOND} s.`)),
      timeout,
    );
    child.once("error", fail);
    // Not "exit", because output may arrive after that.
    child.once("close", (code, signal) => {
      const message = `${name} exited during startup (${signal ?? code}). ${stderr.trim()}`;
      fail(explain?.(stderr) ?? Object.assign(new Error(message), { stderr }));
    });
    ready.then((answer) => {
      clearTimeout(timer);
      resolve(answer);
    }, fail);
  });
}

/** The end of what a process wrote to standard error. */
function keepEnd(before: string, text: string): string {
  const all = before + text;
  return all.slice(cutText(all, Math.max(0, all.length - MAX_STDERR_LENGTH)).length);
}

/** False before the process has started, if it could not, and after its end. */
export function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}
