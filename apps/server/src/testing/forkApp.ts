import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { QUICK_WEBASSEMBLY, SHORT_LIVED } from "../../../../scripts/test/nodeFlags.mjs";
import { appServer } from "./eventProcess.ts";

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
  /** Ends the process with SIGKILL, like a power failure. */
  kill(): Promise<void>;
}

/** @param mode "whole" to start the ingest process too, as in the product; the memory is without it. */
export async function forkApp(
  dataDir: string,
  env: Record<string, string> = {},
  mode: "whole" | "one" = "one",
): Promise<ForkedApp> {
  const child = fork(appServer.entry, [dataDir, mode], {
    execArgv: ["--expose-gc", ...SHORT_LIVED, QUICK_WEBASSEMBLY],
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
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const lost = once(child, "exit").then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  const [message] = (await Promise.race([once(child, "message"), lost])) as unknown[];
  return message;
}
