import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { lockFolder } from "../../folderLock.ts";
import { copyPreparedStore } from "../../preparedStore.ts";
import { supervise, waitUntilReady } from "../../supervise.ts";
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
  /** Data folder from the build for a new store. */
  preparedFolder?: string | null;
  /** Called each time that the process has been launched; it is not ready yet. */
  onLaunch?: () => void;
  log: Logger;
}

/** The data folder belongs to another process; the engine allows one at a time. */
export class EventsFolderInUseError extends Error {
  override name = "EventsFolderInUseError";
  override message = "Another server is using the data folder. Stop it, or set DATA_DIR to another folder.";
}

const NAME = "The event store process";
const START_TIMEOUT: Milliseconds = ONE_MINUTE;
const LOCK_TIMEOUT: Milliseconds = 15 * ONE_SECOND;
const LOCK_INTERVAL: Milliseconds = 200;
/** Queries run in libuv's thread pool, whose default of 4 threads is too few for concurrent queries. */
const THREADS = "16";
/** The process collects garbage on its own after a burst of inserts. */
const NODE_FLAGS = ["--expose-gc"];

/**
 * Starts the process and supervises it (see {@link supervise}).
 * @throws {EventsFolderInUseError} when another process has the data directory open.
 * @throws Error when the first start fails for another reason or takes over a minute.
 */
export async function startEmbeddedEvents(options: EmbeddedEventsOptions): Promise<EmbeddedEvents> {
  if (options.preparedFolder) await copyPrepared(options.preparedFolder, options.dataDir);
  const { current, stop } = await supervise({
    name: NAME,
    process: "events",
    launch: () => launchOnceFree(options),
    askToEnd: ({ child }) => child.connected && child.send("stop"),
    log: options.log,
  });
  return { url: () => current()?.url ?? null, stop };
}

/** Another server starting on the folder does not hold the engine's own lock yet. */
async function copyPrepared(preparedFolder: string, dataDir: string): Promise<void> {
  const folder = join(dataDir, "events");
  const release = await lockFolder(folder).catch(() => null);
  if (!release) return;
  copyPreparedStore(join(preparedFolder, "events"), folder);
  await release();
}

/** Waits for a while: the process of a killed server first finishes its statement, which takes seconds on a busy machine. */
async function launchOnceFree(options: EmbeddedEventsOptions) {
  const deadline = Date.now() + LOCK_TIMEOUT;
  for (;;) {
    try {
      return await launch(options);
    } catch (error) {
      if (!(error instanceof EventsFolderInUseError) || Date.now() > deadline) throw error;
      await sleep(LOCK_INTERVAL);
    }
  }
}

async function launch({ dataDir, processEntry, execArgv, onLaunch }: EmbeddedEventsOptions) {
  const path = join(dataDir, "events");
  mkdirSync(path, { recursive: true });
  const token = randomBytes(24).toString("hex");
  const child = fork(processEntry, [], {
    execArgv: [...NODE_FLAGS, ...execArgv],
    env: { ...systemEnvironment(), CHDB_PATH: path, CHDB_TOKEN: token, UV_THREADPOOL_SIZE: THREADS },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  onLaunch?.();
  const port = await waitUntilReady(child, {
    name: NAME,
    timeout: START_TIMEOUT,
    ready: new Promise<number>((resolve) =>
      child.once("message", (message: { port: number }) => resolve(message.port)),
    ),
    explain: (stderr) => (stderr.includes("Cannot lock file") ? new EventsFolderInUseError() : null),
  });
  return { child, url: `http://default:${token}@127.0.0.1:${port}` };
}
