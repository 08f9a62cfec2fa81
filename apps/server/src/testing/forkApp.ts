import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { appServer, QUICK_WEBASSEMBLY } from "./eventProcess.ts";

/** Resident size in bytes: after a garbage collection, and the peak since the last request. */
interface Memory {
  now: number;
  peak: number;
}

/** The server of `appServer.ts`, running in a separate process. */
export interface ForkedApp {
  url: string;
  pid: number;
  memory(): Promise<Memory>;
  /** The server's log so far. */
  log(): string;
  stop(): Promise<void>;
  /**
   * Ends the process with SIGKILL, like a power failure. Its children end by themselves, which takes as long as the machine is busy; resolves
   * once they have, because the next server waits for their folders for a limited time only.
   */
  kill(): Promise<void>;
}

/** @param mode "whole" to start the ingest process too, as in the product; the memory is without it. */
export async function forkApp(
  dataDir: string,
  env: Record<string, string> = {},
  mode: "whole" | "one" = "one",
): Promise<ForkedApp> {
  const child = fork(appServer.entry, [dataDir, mode], {
    execArgv: ["--expose-gc", QUICK_WEBASSEMBLY],
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let log = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const { url } = (await nextMessage(child)) as { url: string };
  return {
    url,
    pid: child.pid ?? 0,
    log: () => log,
    async memory() {
      child.send("memory");
      return (await nextMessage(child)) as Memory;
    },
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
    async kill() {
      const children = childrenOf(child.pid ?? 0);
      child.kill("SIGKILL");
      await once(child, "exit");
      await expect.poll(() => children.filter(isRunning), { timeout: 100_000 }).toEqual([]);
    },
  };
}

/** Process IDs of the processes that `parent` started. */
function childrenOf(parent: number): number[] {
  const tasks = `/proc/${parent}/task`;
  return readdirSync(tasks).flatMap((thread) =>
    readFileSync(`${tasks}/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const lost = once(child, "exit").then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  const [message] = (await Promise.race([once(child, "message"), lost])) as unknown[];
  return message;
}
