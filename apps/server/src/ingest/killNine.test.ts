import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { IS_SOAK } from "../../../../scripts/test/soak.mjs";
import { forkApp } from "../testing/forkApp.ts";
import { replayEvents, replaySegment, USER_AGENT } from "../testing/replaySegment.ts";
import { drained, startTestStores } from "../testing/startTestStores.ts";
import { temporaryDir } from "../testing/temporaryDir.ts";

const KILLS = IS_SOAK ? 10 : 2;
const SENDERS = 6;
/** One in this many segments is large. */
const HEAVY_EACH = 5;
const HEAVY_BYTES = 2 * 1024 ** 2;

/** Sends segments one after the other, each twice, until the server dies. Adds the acknowledged ones to `acknowledged`. */
async function sendSegments(url: string, recordingId: string, acknowledged: Set<string>): Promise<void> {
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

/** Sends batches of events one after the other until the server dies. Adds the acknowledged message IDs to `acknowledged`. */
async function sendEvents(url: string, sender: string, acknowledged: Set<string>): Promise<void> {
  for (let number = 0; ; number += 1) {
    const ids = Array.from({ length: 1 + (number % 5) }, (_, index) => `${sender}-${number}-${index}`);
    const batch = ids.map((messageId) => ({ type: "track", event: "e", anonymousId: "a", messageId }));
    const body = JSON.stringify({ writeKey: "local", batch });
    const status = await fetch(`${url}/v1/b`, { method: "POST", body })
      .then((response) => response.status)
      .catch(() => null);
    if (status !== 200) return;
    for (const id of ids) acknowledged.add(id);
  }
}

it(`neither loses nor duplicates acknowledged events and segments over ${KILLS} kills at random moments under load`, async () => {
  const dir = temporaryDir();
  const events = new Set<string>();
  const segments = new Set<string>();
  for (let run = 0; run < KILLS; run += 1) {
    const server = await forkApp(dir, {}, "whole");
    const before = { events: events.size, segments: segments.size };
    const senders = Array.from({ length: SENDERS }, (_, index) => [
      sendSegments(server.url, `${run}-${index}`, segments),
      sendEvents(server.url, `${run}-${index}`, events),
    ]).flat();
    // A busy machine takes longer to acknowledge the first ones.
    await expect
      .poll(() => segments.size > before.segments + SENDERS && events.size > before.events, {
        timeout: 120_000,
      })
      .toBe(true);
    // So that some kills happen while a block is being inserted into the event store.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000));
    await Promise.all([server.kill(), ...senders]);
  }
  const stores = await startTestStores(dir);
  await drained(stores);
  await expect.poll(() => stores.recordings.spool.depth(), { timeout: 60_000 }).toBe(0);
  const stored = await stores.eventStore.query<{ table: string; id: string }>(
    `SELECT 'events' AS table, message_id AS id FROM events_unique
     UNION ALL SELECT 'segments', message_id FROM replay_segments`,
  );
  await stores.stop();

  for (const [table, acknowledged] of Object.entries({ events, segments })) {
    const ids = stored.filter((row) => row.table === table).map(({ id }) => id);
    const unique = new Set(ids);
    expect([...acknowledged].filter((id) => !unique.has(id))).toEqual([]);
    expect(unique.size).toBe(ids.length);
  }
}, 300_000);
