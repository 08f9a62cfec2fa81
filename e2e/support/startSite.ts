import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { currentBuild } from "../../scripts/lib/builds.mjs";
import { QUICK_WEBASSEMBLY, SHORT_LIVED } from "../../scripts/test/nodeFlags.mjs";
import { copyTemplate, TEMPORARY_DIR } from "./dataTemplate.ts";

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3199);
/** URL of the server that most tests share. */
export const SHARED_URL = `http://127.0.0.1:${FIRST_PORT}`;
const START_DEADLINE = 120_000;

export interface StartedSite {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server for tests that need other settings, or data that no other test changes. The owner has an account there.
 * @param offset of the port from the shared server's; different for each caller.
 * @param env with DATA_DIR, the server uses that folder and does not remove it.
 * @param host in its URL; passkeys need a domain name.
 */
export async function startSite(
  offset: number,
  env: Record<string, string> = {},
  host = "127.0.0.1",
): Promise<StartedSite> {
  const port = FIRST_PORT + offset;
  const dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-e2e-"));
  copyTemplate(env.DATA_DIR ?? dataDir);
  const settings = { DATA_DIR: dataDir, PUBLIC_URL: `http://${host}:${port}`, ...env };
  const { url, stop } = await startServer({ port, env: settings }).catch((error) => {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  return {
    url,
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface ServerOptions {
  port: number;
  /** Must contain DATA_DIR. */
  env: Record<string, string>;
  /** Folder of the build; the current one by default. */
  build?: string;
}

/** Starts the built server and waits until its stores respond. */
export async function startServer({
  port,
  env,
  build = currentBuild(),
}: ServerOptions): Promise<StartedSite> {
  const url = env.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [...SHORT_LIVED, QUICK_WEBASSEMBLY, join(build, "server/main.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: "warn", ...env },
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  const early = ended.then(() => Promise.reject(new Error(`The server at ${url} exited during startup.`)));
  // Stopping the server later must not reject.
  early.catch(() => undefined);
  try {
    // Chromium resolves names below `localhost`, and Node does not.
    await Promise.race([ready(`http://127.0.0.1:${port}`), early]);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until a server and its stores respond. @throws after {@link START_DEADLINE}. */
async function ready(url: string): Promise<void> {
  for (const deadline = Date.now() + START_DEADLINE; Date.now() < deadline; ) {
    const answer = await fetch(`${url}/readyz?full`).catch(() => null);
    if (answer?.ok) return;
    // biome-ignore lint/plugin: a pause between two questions.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server at ${url} did not start within ${START_DEADLINE} ms.`);
}
