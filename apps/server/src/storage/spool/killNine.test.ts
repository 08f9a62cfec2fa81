import { expect, it, vi } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import { forkApp } from "../../testing/forkApp.ts";
import { drained, startTestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";

const KILLS = IS_SOAK ? 10 : 2;
const SENDERS = 8;

/** Posts batches one by one until the server is gone, and adds the acknowledged message IDs to `acknowledged`. */
async function sendUntilGone(url: string, sender: string, acknowledged: Set<string>): Promise<void> {
  for (let number = 0; ; number += 1) {
    const ids = Array.from({ length: 1 + (number % 5) }, (_, index) => `${sender}-${number}-${index}`);
    const batch = ids.map((messageId) => ({ type: "track", event: "e", anonymousId: "a", messageId }));
    const status = await fetch(`${url}/v1/b`, {
      method: "POST",
      body: JSON.stringify({ writeKey: "local", batch }),
    })
      .then((response) => response.status)
      .catch(() => null);
    if (status !== 200) return;
    for (const id of ids) acknowledged.add(id);
  }
}

it(`loses no acknowledged event and stores no duplicate in ${KILLS} kills at random times under load`, async () => {
  const dir = temporaryDir();
  const acknowledged = new Set<string>();
  for (let run = 0; run < KILLS; run += 1) {
    const server = await forkApp(dir, {}, "whole");
    const before = acknowledged.size;
    const senders = Array.from({ length: SENDERS }, (_, index) =>
      sendUntilGone(server.url, `${run}-${index}`, acknowledged),
    );
    await vi.waitUntil(() => acknowledged.size > before, { timeout: 60_000 });
    // A random delay, so that some kills happen while a block is being inserted into the event store.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 700));
    await Promise.all([server.kill(), ...senders]);
  }
  const stores = await startTestStores(dir);
  await drained(stores);
  const stored = await stores.eventStore.query<{ id: string }>("SELECT message_id AS id FROM events_unique");
  await stores.stop();

  const storedIds = new Set(stored.map(({ id }) => id));
  expect([...acknowledged].filter((id) => !storedIds.has(id))).toEqual([]);
  expect(storedIds.size).toBe(stored.length);
}, 120_000);
