import { readdirSync } from "node:fs";
import { Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { pino } from "pino";
import { restrictUmask } from "../../storage/dataDir.ts";
import { connectEventWriter } from "../../storage/events/eventStore.ts";
import type { ReplayKey } from "../../storage/records/deletedReplays.ts";
import { openSpools } from "../../storage/spool/spools.ts";
import { type Message, openChannel } from "./channel.ts";
import { createIntake, type Intake } from "./intake.ts";
import type { AskIntake, AskServer, DrainName, OpenIntake } from "./startIntake.ts";

/*
 * Entry point of the process that receives events. It owns the spools, which allow one writer, and runs at a lower priority, so that events
 * do not slow pages. startIntake.ts starts it and talks to it over a socket; when that closes, the server has ended, and so does this process.
 */

/** The file descriptor of the socket to the server. */
export const CHANNEL_FD = 3;

restrictUmask();
lowerPriority();

let opened: Promise<Intake> | undefined;
/** Drains that the server holds: each ends its pause when its function is called. */
const held = new Map<DrainName, () => void>();

const channel = openChannel(new Socket({ fd: CHANNEL_FD, readable: true, writable: true }), {
  onCall: async (head, wire): Promise<Message> => ({ head: await answer(head as AskIntake, wire) }),
  // Every acknowledged event is on disk already.
  onClosed: () => process.exit(0),
});
const askServer = async <Answer>(question: AskServer) =>
  (await channel.call<{ answer: Answer }>({ head: question })).head.answer;

async function answer(message: AskIntake, wire: Buffer): Promise<object> {
  if (message.ask === "open") {
    opened = open(message);
    await opened;
    return {};
  }
  const intake = await opened;
  if (!intake) throw new Error("The intake is not open.");
  switch (message.ask) {
    case "receive":
      return intake.receive(message.request, wire);
    case "status":
      return drainOf(intake, message.drain).status();
    case "hold":
      await hold(intake, message.drain);
      return {};
    case "release":
      held.get(message.drain)?.();
      held.delete(message.drain);
      return {};
    case "stop":
      await intake.stop();
      process.exit(0);
  }
}

async function open({ config, dataDir, logLevel, held: isHeld }: OpenIntake): Promise<Intake> {
  const log = pino({ level: logLevel }, { write: (line) => channel.tell({ log: line }) });
  const writer = connectEventWriter(() => askServer<string | null>({ ask: "eventsUrl" }));
  const start = (drain: DrainName) =>
    isHeld.includes(drain) ? new Promise<void>((resolve) => held.set(drain, resolve)) : undefined;
  const spools = await openSpools({
    dataDir,
    insertLines: writer.insertLines,
    findDeletedReplays: (replays) => askServer<ReplayKey[]>({ ask: "deletedReplays", replays: [...replays] }),
    start: { events: start("events"), recordings: start("recordings") },
    log,
  });
  return createIntake({ config, spools, writer, now: Date.now, log });
}

function drainOf(intake: Intake, drain: DrainName) {
  return drain === "events" ? intake.drain : intake.recordings.drain;
}

/** Pauses a drain until it is released. Resolves once it inserts nothing any more. */
function hold(intake: Intake, drain: DrainName): Promise<void> {
  return new Promise((paused, fail) => {
    const untilReleased = () =>
      new Promise<void>((release) => {
        held.set(drain, release);
        paused();
      });
    drainOf(intake, drain).between(untilReleased).catch(fail);
  });
}

/** Lowers the priority of every thread; threads that start later inherit it. On other systems than Linux, that of the process. */
function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  setPriority(PRIORITY_BELOW_NORMAL);
  if (process.platform !== "linux") return;
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), PRIORITY_BELOW_NORMAL);
}

// A terminal sends its signals to the whole process group; wait for the server's message instead.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
