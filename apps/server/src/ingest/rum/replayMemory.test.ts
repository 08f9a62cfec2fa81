import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { encodeRecording, type RecordingRow } from "../../platform/storage/spool/entries.ts";
import { startSpool } from "../../platform/storage/spool/spool.ts";
import { createCollectServer } from "../../testing/collectServer.ts";
import { SEGMENT_START, USER_AGENT } from "../../testing/replaySegment.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { createMemoryBudget, type MemoryBudget } from "../memoryBudget.ts";

const MIB = 1024 ** 2;
const FORWARD = "/api/v2/replay?dd-api-key=local";

/** Starts the routes on a real spool. @returns `post`, which sends a replay with a 1 MiB segment and returns the response status. */
async function startIngest(budget: MemoryBudget) {
  const spool = startSpool<RecordingRow>({ dir: temporaryDir(), encode: encodeRecording });
  const server = await createCollectServer({ recordings: { spool }, ingestBudget: budget });
  onTestFinished(async () => {
    await server.close();
    await spool.stop();
  });
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  const post = async (session: string) => {
    const answer = await fetch(`${url}/v1/monitoring?ddforward=${encodeURIComponent(FORWARD)}`, {
      method: "POST",
      body: formOf(session),
      headers: { "user-agent": USER_AGENT },
    });
    return answer.status;
  };
  return { spool, post };
}

function formOf(session: string): FormData {
  const form = new FormData();
  const description = {
    application: { id: "marquee" },
    session: { id: session },
    view: { id: "view" },
    index_in_view: 0,
    start: SEGMENT_START,
    end: SEGMENT_START,
    records_count: 1,
    has_full_snapshot: true,
    creation_reason: "init",
  };
  form.append("segment", new Blob([deflateSync(randomBytes(MIB))]), "segment");
  form.append("event", new Blob([JSON.stringify(description)]), "event");
  return form;
}

it("counts the copy of a replay's parts and its row", async () => {
  // 1 MiB for the body, 1 MiB for its parts, and a third more than that for the base64 data of the row.
  const small = await startIngest(createMemoryBudget({ now: Date.now, maxBytes: 3.2 * MIB }));
  expect(await small.post("refused")).toBe(429);
  expect(small.spool.depth()).toBe(0);
  const large = await startIngest(createMemoryBudget({ now: Date.now, maxBytes: 3.5 * MIB }));
  expect(await large.post("taken")).toBe(202);
  expect(large.spool.depth()).toBe(1);
});

it("reads at most two replays at once", async () => {
  const budget = createMemoryBudget({ now: Date.now });
  let reading = 0;
  let most = 0;
  /** After a body is received, its share grows when reading starts and again when it ends. */
  const watched: MemoryBudget = {
    admit(shed) {
      const share = budget.admit(shed);
      let hasCome = false;
      let isReading = false;
      return {
        ...share,
        received() {
          hasCome = true;
          share.received();
        },
        take(bytes) {
          share.take(bytes);
          if (!hasCome) return;
          isReading = !isReading;
          reading += isReading ? 1 : -1;
          most = Math.max(most, reading);
        },
      };
    },
  };
  const { post } = await startIngest(watched);
  const statuses = await Promise.all(["1", "2", "3", "4", "5", "6"].map(post));
  expect(statuses).toEqual([202, 202, 202, 202, 202, 202]);
  expect([most, reading]).toEqual([2, 0]);
});
