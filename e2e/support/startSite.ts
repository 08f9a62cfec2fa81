import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3199);
const START_DEADLINE = 120_000;

export interface StartedSite {
  url: string;
  stop(): Promise<void>;
}

/**
 * A server of its own for tests that need other settings than all the others.
 * @param offset from the port of the server that all tests share; each caller has another one.
 * @param host that its address names; passkeys need a domain.
 */
export async function startSite(
  offset: number,
  env: Record<string, string>,
  host = "127.0.0.1",
): Promise<StartedSite> {
  const port = FIRST_PORT + offset;
  const url = `http://${host}:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "marquee-e2e-"));
  const server = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...{ PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: "warn" },
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const early = ended.then(() => Promise.reject(new Error(`The server at ${url} ended at its start.`)));
    await Promise.race([ready(url), early]);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until a server answers and its stores do. @throws when it takes too long. */
export async function ready(url: string): Promise<void> {
  for (const deadline = Date.now() + START_DEADLINE; Date.now() < deadline; ) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The server at ${url} did not start within ${START_DEADLINE} ms.`);
}
