import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import { forkApp } from "../../testing/forkApp.ts";
import { replayEvents, replaySegment, USER_AGENT } from "../../testing/replaySegment.ts";
import { startTestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";

const KILLS = IS_SOAK ? 10 : 2;
const SENDERS = 6;
/** One in this many segments is large. */
const HEAVY_EACH = 5;
const HEAVY_BYTES = 2 * 1024 ** 2;

/** Sends segments one after the other, each twice, until the server dies. Adds the acknowledged ones to `acknowledged`. */
async function sendUntilGone(url: string, recordingId: string, acknowledged: Set<string>): Promise<void> {
  const query = `device_id=killed&session_id=1780315200000&type=replay&api_key=local&encoding=deflate`;
  for (let number = 0; ; number += 1) {
    const index = Math.floor(number / 2);
    // Random bytes do not compress.
    const noise = index % HEAVY_EACH === 0 ? randomBytes(HEAVY_BYTES).toString("base64") : "";
    const events = [...replayEvents(), { type: 5, data: { noise }, timestamp: 1_780_315_200_000 }];
    const { segment, ...body } = replaySegment({ recordingId, index }, events);
    const status = await fetch(`${url}/v1/replay?${query}`, {
      method: "POST",
      body: new Uint8Array(deflateSync(JSON.stringify({ ...body, segment }), { level: 1 })),
      headers: { "user-agent": USER_AGENT },
    })
      .then((response) => response.status)
      .catch(() => null);
    if (status !== 200) return;
    acknowledged.add(segment.id);
  }
}

it(`neither loses nor duplicates acknowledged segments over ${KILLS} kills at random moments under load`, async () => {
  const dir = temporaryDir();
  const acknowledged = new Set<string>();
  for (let run = 0; run < KILLS; run += 1) {
    const server = await forkApp(dir, {}, "whole");
    const before = acknowledged.size;
    const senders = Array.from({ length: SENDERS }, (_, index) =>
      sendUntilGone(server.url, `${run}-${index}`, acknowledged),
    );
    // A busy machine takes longer to acknowledge the first ones.
    await expect.poll(() => acknowledged.size, { timeout: 120_000 }).toBeGreaterThan(before + SENDERS);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000));
    await Promise.all([server.kill(), ...senders]);
  }
  const stores = await startTestStores(dir);
  await expect.poll(() => stores.recordings.spool.depth(), { timeout: 60_000 }).toBe(0);
  const stored = await stores.eventStore.query<{ id: string }>(
    "SELECT message_id AS id FROM replay_segments",
  );
  await stores.stop();

  const ids = stored.map(({ id }) => id);
  expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
}, 300_000);
