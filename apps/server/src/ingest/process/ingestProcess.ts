import { readdirSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { setPriority } from "node:os";
import { siteOf } from "../../platform/config/siteOf.ts";
import { createLog } from "../../platform/log/createLog.ts";
import { errorText } from "../../platform/log/endOnCrash.ts";
import { writeRepeats } from "../../platform/log/repeats.ts";
import { collectAfterBurst } from "../../platform/storage/collectAfterBurst.ts";
import { restrictUmask } from "../../platform/storage/dataDir.ts";
import { connectEventWriter } from "../../platform/storage/events/eventStore.ts";
import type { ReplayKey } from "../../platform/storage/records/deletedReplays.ts";
import { openSpools } from "../../platform/storage/spool/spools.ts";
import { keepBadRows } from "../keepBadRows.ts";
import { type Message, openChannel } from "./channel.ts";
import { createIngest, type Ingest } from "./ingest.ts";
import type { AskIngest, AskServer, DrainName, OpenIngest } from "./startIngest.ts";

/*
 * Entry point of the process that receives events. It owns the spools, which allow one writer, and runs at a lower priority, so that events
 * do not slow down pages. startIngest.ts starts it and communicates over a socket; if that closes, the server has ended, and this process
 * exits.
 */

/** The file descriptor of the socket to the server: its place in the `stdio` of startIngest.ts. */
const CHANNEL_FD = 3;

/** Between normal (0) and low (19). A higher number leaves it too little processor time on a busy machine. */
const PRIORITY = 5;

restrictUmask();
lowerPriority();

let opened: Promise<Ingest> | undefined;
const noteBytes = collectAfterBurst();
/** Drains that the server holds. Calling a drain's function releases it. */
const held = new Map<DrainName, () => void>();

const channel = openChannel(new Socket({ fd: CHANNEL_FD, readable: true, writable: true }), {
  onCall: async (head, wire): Promise<Message> => ({ head: await answer(head as AskIngest, wire) }),
  // Every acknowledged event is already on disk.
  onClosed: end,
});
const askServer = async <Answer>(question: AskServer) =>
  (await channel.call<{ answer: Answer }>({ head: question })).head.answer;

async function answer(message: AskIngest, wire: Buffer): Promise<object> {
  if (message.ask === "open") {
    opened = open(message);
    await opened;
    return {};
  }
  const ingest = await opened;
  if (!ingest) throw new Error("The ingest is not open.");
  switch (message.ask) {
    case "receive":
      noteBytes(wire.byteLength);
      return ingest.receive(message.request, wire);
    case "status":
      return drainOf(ingest, message.drain).status();
    case "counted":
      return ingest.counted();
    case "hold":
      await hold(ingest, message.drain);
      return {};
    case "release":
      held.get(message.drain)?.();
      held.delete(message.drain);
      return {};
    case "customers":
      ingest.setCustomers(message.customers);
      return {};
    case "rewrite":
      await ingest.rewriteSpools();
      return {};
    case "stop":
      await ingest.stop();
      writeRepeats();
      // The channel sends log lines at the end of this turn.
      await new Promise(setImmediate);
      process.exit(0);
  }
}

async function open({ config, dataDir, logLevel, held: isHeld }: OpenIngest): Promise<Ingest> {
  const log = createLog({ level: logLevel, to: { write: (line) => channel.tell({ log: line }) } });
  const writer = connectEventWriter(
    () => askServer<string | null>({ ask: "eventsUrl" }),
    config.clickhouseCa,
  );
  const start = (drain: DrainName) =>
    isHeld.includes(drain) ? new Promise<void>((resolve) => held.set(drain, resolve)) : undefined;
  const spools = await openSpools({
    dataDir,
    insertLines(table, lines, token) {
      // The drain continues after the last body of a burst, while rows are waiting.
      for (const line of lines) noteBytes(line.byteLength);
      return writer.insertLines(table, lines, token);
    },
    reject: keepBadRows({ writer, now: Date.now }),
    site: siteOf(config),
    deletedReplays: {
      find: (replays) => askServer<ReplayKey[]>({ ask: "deletedReplays", replays: [...replays] }),
      noteLate: (replays) => askServer<void>({ ask: "noteLateReplays", replays: [...replays] }),
    },
    start: { events: start("events"), recordings: start("recordings") },
    log,
  });
  return createIngest({ config, spools, writer, now: Date.now, log });
}

function drainOf(ingest: Ingest, drain: DrainName) {
  return drain === "events" ? ingest.drain : ingest.recordings.drain;
}

/** Pauses a drain until it is released. Resolves once it has stopped inserting. */
function hold(ingest: Ingest, drain: DrainName): Promise<void> {
  return new Promise((paused, fail) => {
    const untilReleased = () =>
      new Promise<void>((release) => {
        held.set(drain, release);
        paused();
      });
    drainOf(ingest, drain).between(untilReleased).catch(fail);
  });
}

/**
 * Gives precedence to the process that serves pages. Threads that start later inherit the priority. On systems other than Linux, it applies to
 * the whole process.
 */
function lowerPriority(): void {
  setPriority(PRIORITY);
  if (process.platform !== "linux") return;
  for (const thread of readdirSync("/proc/self/task")) {
    try {
      setPriority(Number(thread), PRIORITY);
    } catch {
      // The thread has ended.
    }
  }
}

/**
 * Ends the process immediately. `process.exit` waits for LMDB's thread, which waits for this one during a transaction, so the process would never end
 * and keep the spools locked.
 */
function end(): void {
  process.kill(process.pid, "SIGKILL");
}

process.on("uncaughtException", (error) => {
  writeSync(process.stderr.fd, `${errorText(error)}\n`);
  end();
});

// A terminal sends signals to the whole process group. Wait for the server's message instead.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
