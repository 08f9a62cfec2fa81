import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { startSpool } from "./spool.ts";

const ENTRY = join(import.meta.dirname, "../../testing/spoolServer.ts");
const KILLS = 25;
const SENDERS = 8;

async function startServer(dir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", ENTRY, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  return { child, url: `http://127.0.0.1:${String(port).trim()}` };
}

/** Posts messages one after the other until the server is gone; notes those that were acknowledged. */
async function sendUntilGone(url: string, sender: string, acknowledged: Set<string>): Promise<void> {
  for (let number = 0; ; number += 1) {
    const ids = Array.from({ length: 1 + (number % 5) }, (_, index) => `${sender}-${number}-${index}`);
    const query = new URLSearchParams(ids.map((id): [string, string] => ["id", id]));
    const answer = await fetch(`${url}/?${query}`, { method: "POST" })
      .then((response) => response.text())
      .catch(() => null);
    if (answer !== "kept") return;
    for (const id of ids) acknowledged.add(id);
  }
}

it(`loses nothing acknowledged in ${KILLS} kills at random moments under load`, async () => {
  const dir = temporaryDir();
  const acknowledged = new Set<string>();
  let killsUnderLoad = 0;
  for (let run = 0; run < KILLS; run += 1) {
    const { child, url } = await startServer(dir);
    const before = acknowledged.size;
    const senders = Array.from({ length: SENDERS }, (_, index) =>
      sendUntilGone(url, `${run}-${index}`, acknowledged),
    );
    await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 170));
    child.kill("SIGKILL");
    await Promise.all([once(child, "exit"), ...senders]);
    if (acknowledged.size > before) killsUnderLoad += 1;
  }
  const spool = startSpool({ dir });
  const kept = spool.read(1_000_000).rows.map((row) => row.message_id);
  await spool.stop();

  expect(killsUnderLoad).toBeGreaterThan(KILLS / 2);
  const keptIds = new Set(kept);
  expect([...acknowledged].filter((id) => !keptIds.has(id))).toEqual([]);
  expect(keptIds.size).toBe(kept.length);
}, 60_000);
