import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentBuild } from "../../scripts/lib/builds.mjs";

const START_DEADLINE = 60_000;
/** The senders of benchmarks may send any number, and are counted like any other. */
const NO_BUDGETS = { SENDER_MB_PER_HOUR: "0", SENDER_EVENTS_PER_HOUR: "0", INGEST_MB_PER_DAY: "0" };

/** The built product, running in a separate process with its own data. */
export interface Product {
  url: string;
  pid: number;
  /** Milliseconds from spawning the process to the first successful response of `/readyz?full`. */
  startDuration: number;
  stop(): Promise<void>;
}

/** Creates a temporary folder for the product's stores. {@link Product.stop} keeps it, so that the product can be restarted on it. */
export function createDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), "marquee-bench-"));
}

/**
 * Starts the build of `npm run build` on the stores in `dataDir`.
 * @param settings additional environment variables.
 * @throws if another server uses the port, or this one exits or is not ready within a minute.
 */
export async function startProduct(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Product> {
  const url = `http://127.0.0.1:${port}`;
  // Otherwise that server would be measured.
  if (await isReady(url)) throw new Error(`Another server runs at ${url}. Stop it first.`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(currentBuild(), "server/main.js")], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      ...NO_BUDGETS,
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await waitUntilReady(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    startDuration: performance.now() - startedAt,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_DEADLINE;
  while (performance.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with code ${child.exitCode} before it was ready.`);
    if (await isReady(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill();
  throw new Error(`The server was not ready within ${START_DEADLINE / 1000} s.`);
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz?full`).then(
    (response) => response.ok,
    () => false,
  );
}
