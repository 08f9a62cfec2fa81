import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { backoffDelay } from "../../../time/backoff.ts";
import { systemEnvironment } from "../../systemEnvironment.ts";

/** The embedded event store's process, restarted when it exits. */
export interface EmbeddedEvents {
  /** URL of its HTTP interface, including the token; null while it is down. Changes with each restart. */
  url(): string | null;
  /** Stops the process for good; resolves once it has exited. */
  stop(): Promise<void>;
}

interface EmbeddedEventsOptions {
  dataDir: string;
  /** Entry module of the process, and the Node flags to run it with. */
  processEntry: string;
  execArgv: string[];
  log: Logger;
}

/** The data folder belongs to another process; the engine allows one at a time. */
export class EventsFolderInUseError extends Error {
  override name = "EventsFolderInUseError";
  override message = "Another server is using the data folder. Stop it, or set DATA_DIR to another folder.";
}

const START_TIMEOUT: Milliseconds = ONE_MINUTE;
const STOP_TIMEOUT: Milliseconds = 8 * ONE_SECOND;
const RESTART_DELAYS = { base: 200, longest: 30 * ONE_SECOND };
/** Queries run in libuv's thread pool, whose default of 4 threads is too few for concurrent queries. */
const THREADS = "16";

/**
 * Starts the process and restarts it whenever it exits, with delays that double up to 30 s until it runs for a minute.
 * @throws {EventsFolderInUseError} when another process has the data directory open.
 * @throws Error when the first start fails for another reason or takes over a minute.
 */
export async function startEmbeddedEvents(options: EmbeddedEventsOptions): Promise<EmbeddedEvents> {
  const { log } = options;
  let current: { child: ChildProcess; url: string } | null = null;
  let isStopped = false;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function start(): Promise<void> {
    const started = await launch(options);
    const startedAt = Date.now();
    current = started;
    started.child.once("exit", (code, signal) => {
      current = null;
      if (isStopped) return;
      log.error({ code, signal }, "The event store process exited; restarting.");
      if (Date.now() - startedAt > ONE_MINUTE) failures = 0;
      restart();
    });
    if (isStopped) await end(started.child);
  }

  function restart(): void {
    failures += 1;
    restartTimer = setTimeout(
      () => {
        start().catch((error: unknown) => {
          log.error({ err: error }, "The event store process did not start; retrying.");
          if (!isStopped) restart();
        });
      },
      backoffDelay(failures, RESTART_DELAYS),
    );
  }

  await start();
  return {
    url: () => current?.url ?? null,
    async stop() {
      isStopped = true;
      clearTimeout(restartTimer);
      if (current) await end(current.child);
    },
  };
}

function launch({
  dataDir,
  processEntry,
  execArgv,
}: EmbeddedEventsOptions): Promise<{ child: ChildProcess; url: string }> {
  const path = join(dataDir, "events");
  mkdirSync(path, { recursive: true });
  const token = randomBytes(24).toString("hex");
  const child = fork(processEntry, [], {
    execArgv,
    env: { ...systemEnvironment(), CHDB_PATH: path, CHDB_TOKEN: token, UV_THREADPOOL_SIZE: THREADS },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The event store process was not ready within ${START_TIMEOUT / ONE_SECOND} s.`));
    }, START_TIMEOUT);
    child.once("message", (message: { port: number }) => {
      clearTimeout(timer);
      resolve({ child, url: `http://default:${token}@127.0.0.1:${message.port}` });
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      const isInUse = stderr.includes("Cannot lock file");
      reject(
        isInUse
          ? new EventsFolderInUseError()
          : new Error(`The event store process exited during startup (${signal ?? code}). ${stderr.trim()}`),
      );
    });
    child.once("error", reject);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (child.connected) child.send("stop");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT);
  await gone;
  clearTimeout(timer);
}
