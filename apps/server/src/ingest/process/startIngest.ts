import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { type KnownCustomers, type Milliseconds, ONE_MINUTE } from "@marquee/contract";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import { DiskFullError } from "../../platform/errors/diskFullError.ts";
import { NewerDataError } from "../../platform/errors/newerDataError.ts";
import { EventsFolderInUseError } from "../../platform/storage/events/chdb/supervisor.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import {
  findDeletedReplays,
  noteLateReplays,
  type ReplayKey,
} from "../../platform/storage/records/deletedReplays.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import { SpoolCorruptedError } from "../../platform/storage/spool/checkSpoolFile.ts";
import type { DrainControl, DrainStatus } from "../../platform/storage/spool/drain.ts";
import type { ProcessEntry } from "../../platform/storage/stores.ts";
import { isRunning, type Supervised, supervise, waitUntilReady } from "../../platform/storage/supervise.ts";
import { systemEnvironment } from "../../platform/storage/systemEnvironment.ts";
import type { CollectedRequest, CollectResponse } from "../collectedRequest.ts";
import type { CounterTotals } from "../counters.ts";
import { IngestUnavailableError } from "../rejectedRequest.ts";
import { type Channel, ChannelClosedError, type Message, openChannel } from "./channel.ts";
import type { Ingest } from "./ingest.ts";

export type DrainName = "events" | "recordings";

/** The first message to the process. */
export interface OpenIngest {
  ask: "open";
  config: Pick<
    Config,
    "publicUrl" | "writeKey" | "customers" | "keptParameters" | "retentionDays" | "clickhouseCa"
  >;
  dataDir: string;
  logLevel: string;
  /** Drains that wait until they are released. */
  held: DrainName[];
}

/** Messages to the process; it answers each. */
export type AskIngest =
  | OpenIngest
  | { ask: "receive"; request: CollectedRequest }
  | { ask: "status" | "hold" | "release"; drain: DrainName }
  | { ask: "customers"; customers: KnownCustomers }
  | { ask: "counted" | "rewrite" | "stop" };

/** Messages from the process. Only the server has the record store open, and the event store's URL changes. */
export type AskServer =
  | { ask: "eventsUrl" }
  | { ask: "deletedReplays" | "noteLateReplays"; replays: ReplayKey[] };

/** An ingest whose process may still be starting. */
export interface StartingIngest {
  /** Not ready until its process is. */
  ingest: Ingest;
  /** Rejects like {@link startIngest}. */
  started: Promise<void>;
}

interface StartOptions {
  config: OpenIngest["config"] & Pick<Config, "dataDir">;
  eventStore: Pick<EventStore, "url">;
  records: Pick<Records, "db">;
  ingestProcess: ProcessEntry;
  /** A process that {@link spawnIngest} has started in advance. */
  child?: ChildProcess;
  log: Logger;
}

const NAME = "The ingest process";
const START_TIMEOUT: Milliseconds = ONE_MINUTE;
/**
 * Rows live until they are flushed, which outlasts V8's default young generation at a high rate: collecting it took 25% of the time. The
 * process collects garbage itself after a burst.
 */
const NODE_FLAGS = ["--max-semi-space-size=32", "--expose-gc"];

/** Starts a process that loads its code, and waits. It exits with this process. */
export function spawnIngest({ execArgv, entry }: ProcessEntry): ChildProcess {
  const child = spawn(process.execPath, [...NODE_FLAGS, ...execArgv, entry], {
    env: systemEnvironment(),
    stdio: ["ignore", "ignore", "pipe", "overlapped"],
  });
  // Callers waiting for the process are notified too, or notice that it has ended.
  child.on("error", () => undefined);
  return child;
}

/**
 * Starts the process that receives events and supervises it (see {@link supervise}).
 * @throws {SpoolCorruptedError} when a spool is damaged.
 * @throws {EventsFolderInUseError} when another server uses the spools.
 * @throws {NewerDataError} when a newer version wrote a spool.
 */
export async function startIngest(options: StartOptions): Promise<Ingest> {
  const { ingest, started } = openIngest(options);
  await started;
  return ingest;
}

/** Like {@link startIngest}, without waiting. */
export function openIngest(options: StartOptions): StartingIngest {
  const { eventStore, records, log } = options;
  const held = new Set<DrainName>();
  let { customers } = options.config;
  let ahead = options.child;
  /** The newest process, which may not be ready yet. */
  let newest: Channel | undefined;

  const answer = async (message: AskServer): Promise<unknown> => {
    if (message.ask === "eventsUrl") return eventStore.url();
    if (message.ask === "noteLateReplays") return noteLateReplays(records.db, message.replays);
    return findDeletedReplays(records.db, message.replays);
  };
  async function launch() {
    const child = ahead && isRunning(ahead) ? ahead : spawnIngest(options.ingestProcess);
    ahead = undefined;
    const channel = openChannel(child.stdio[3] as Socket, {
      onCall: async (head): Promise<Message> => ({ head: { answer: await answer(head as AskServer) } }),
      onTold: (head) => passOn((head as { log: string }).log, log),
    });
    newest = channel;
    const { publicUrl, writeKey, keptParameters, retentionDays, clickhouseCa, dataDir } = options.config;
    const open: OpenIngest = {
      ask: "open",
      config: { publicUrl, writeKey, customers, keptParameters, retentionDays, clickhouseCa },
      dataDir,
      logLevel: log.level,
      held: [...held],
    };
    // If the process ends instead, the reason is what it wrote to standard error.
    const ready = channel.call({ head: open }).catch((error: Error) => {
      if (error instanceof ChannelClosedError) return new Promise<never>(() => undefined);
      throw knownError(error);
    });
    await waitUntilReady(child, { name: NAME, timeout: START_TIMEOUT, ready });
    return { child, channel };
  }

  let supervised: Supervised<Awaited<ReturnType<typeof launch>>> | undefined;
  const start = async () => {
    supervised = await supervise({
      name: NAME,
      process: "ingest",
      launch,
      // No response, because the process ends.
      askToEnd: ({ channel }) =>
        channel.call({ head: { ask: "stop" } satisfies AskIngest }).catch(() => undefined),
      log,
    });
  };
  const channelNow = () => supervised?.current()?.channel;

  const ask = async <Answer>(message: AskIngest, wire?: Buffer): Promise<Answer> => {
    const channel = channelNow();
    if (!channel) throw new IngestUnavailableError();
    try {
      return (await channel.call<Answer>({ head: message, ...(wire && { bytes: wire }) })).head;
    } catch (error) {
      throw error instanceof ChannelClosedError ? new IngestUnavailableError() : error;
    }
  };
  /**
   * Tells the newest process. If it has ended, it inserts nothing, and the next one starts with the held drains.
   */
  const tell = (message: AskIngest) =>
    newest?.call({ head: message }).catch((error: unknown) => {
      if (!(error instanceof ChannelClosedError)) throw error;
    });
  const controlOf = (drain: DrainName): DrainControl => {
    const turns = pLimit(1);
    return {
      status: () => ask<DrainStatus>({ ask: "status", drain }),
      between: (task) =>
        turns(async () => {
          held.add(drain);
          try {
            await tell({ ask: "hold", drain });
            return await task();
          } finally {
            held.delete(drain);
            await tell({ ask: "release", drain });
          }
        }),
    };
  };
  const ingest: Ingest = {
    receive: (request, wire) => ask<CollectResponse>({ ask: "receive", request }, wire),
    drain: controlOf("events"),
    recordings: { drain: controlOf("recordings") },
    counted: () => ask<CounterTotals>({ ask: "counted" }),
    setCustomers(next) {
      customers = next;
      tell({ ask: "customers", customers })?.catch((error: unknown) =>
        log.error({ err: error }, "Failed to pass on the known customers."),
      );
    },
    async rewriteSpools() {
      await ask({ ask: "rewrite" });
    },
    async stop() {
      ahead?.kill("SIGKILL");
      await supervised?.stop();
    },
  };
  return { ingest, started: start() };
}

/** Errors that the operator can fix keep their class. */
function knownError(error: Error): Error {
  const { name, message } = error;
  if (name === "SpoolCorruptedError") return new SpoolCorruptedError(message);
  if (name === "FolderLockedError") return new EventsFolderInUseError();
  if (name === "DiskFullError") return new DiskFullError(message);
  if (name === "NewerDataError") return new NewerDataError("The spool of waiting events");
  return new Error(`${NAME} did not start.`, { cause: error });
}

/** Passes a line of the process's log on to the server's. */
function passOn(line: string, log: Logger): void {
  const { level, msg, time, pid, hostname, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const name = log.levels.labels[Number(level)];
  if (name && name in log) log[name as "info"](fields, String(msg));
}
