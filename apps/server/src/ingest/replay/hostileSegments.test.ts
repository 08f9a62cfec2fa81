import { randomBytes } from "node:crypto";
import { constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { MAX_SEGMENT_BYTES, MAX_SEGMENT_RAW_BYTES } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ForkedApp, forkApp } from "../../testing/forkApp.ts";
import { replaySegment, USER_AGENT } from "../../testing/replaySegment.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";

const MIB = 1024 ** 2;
/** Deflate with a window of 32 KiB, by RFC 1950. */
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);
/** The bodies of all requests (64 MiB), two events of the maximum size while they are read, and memory not yet garbage collected. */
const MOST_GROWTH = 256 * MIB;
const dataDir = createTemporaryDir();
let server: ForkedApp;
let bombs: Record<string, { body: Buffer; status: number }>;

beforeAll(async () => {
  const head = JSON.stringify({ version: 1, segment: replaySegment().segment }).slice(0, -1);
  const piece = `{"type":3,"timestamp":1780315200000,"data":"${"x".repeat(MIB)}"},`;
  bombs = {
    "1 GiB of blanks": { body: pack(" ".repeat(MIB), 1024), status: 413 },
    "1 GiB in one event": { body: pack("x".repeat(MIB), 1024, '{"events":["'), status: 413 },
    "1 GiB of events": { body: pack(piece, 1024, `${head},"events":[`), status: 413 },
    "1 GiB of lists in lists": { body: pack("[".repeat(MIB), 1024), status: 400 },
    "10 MiB of empty lists": { body: pack("[],".repeat(MIB), 4, '{"events":[['), status: 413 },
    "a text of 9 MiB of empty lists": { body: pack("[],".repeat(MIB), 3, '{"events":["['), status: 413 },
    "4 million tiny events": {
      body: deflateSync(`${head},"events":[${"{},".repeat(4 * MIB)}`, { level: 1 }),
      status: 400,
    },
    "4 million tiny events of the format": {
      body: pack('{"type":3,"timestamp":1},'.repeat(MIB / 4), 16, `${head},"events":[`),
      status: 413,
    },
    "gzip within gzip": { body: deflateSync(gzipSync(Buffer.alloc(MIB))), status: 400 },
    "bytes that are no stream": { body: Buffer.alloc(MAX_SEGMENT_BYTES, 7), status: 400 },
    "one byte too many": { body: Buffer.alloc(MAX_SEGMENT_BYTES + 1), status: 413 },
  };
  server = await forkApp(dataDir, { SENDER_MB_PER_HOUR: "0" });
}, 120_000);
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

/**
 * A zlib stream of `beginning`, then `piece` repeated `times` times. The piece is compressed once, because a flushed block can be repeated.
 * The checksum at the end is missing, which only a reader of the whole stream would notice.
 */
function pack(piece: string, times: number, beginning = ""): Buffer {
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const block = flushed(piece);
  return Buffer.concat([ZLIB_HEADER, flushed(beginning), ...Array.from({ length: times }, () => block)]);
}

async function post(body: Buffer, device = "hostile"): Promise<number> {
  const query = `device_id=${device}&session_id=1780315200000&type=replay&api_key=local&encoding=deflate`;
  const answer = await fetch(`${server.url}/v1/replay?${query}`, {
    method: "POST",
    body: new Uint8Array(body),
    headers: { "user-agent": USER_AGENT },
  });
  await answer.arrayBuffer();
  return answer.status;
}

it("rejects concurrent bombs and oversized bodies with the right status, in bounded memory", async () => {
  await server.memory();
  const before = await server.memory();
  for (const [name, { body, status }] of Object.entries(bombs))
    expect([name, await post(body)]).toEqual([name, status]);
  const all = Object.values(bombs);
  const statuses = await Promise.all([...all, ...all].map(({ body }) => post(body)));
  // Requests over the memory budget get a 408 or 429.
  expect(statuses.filter((status) => ![400, 408, 413, 429].includes(status))).toEqual([]);
  const after = await server.memory();
  expect(after.peak - before.now).toBeLessThan(MOST_GROWTH);
  expect((await fetch(`${server.url}/readyz?full`)).status).toBe(200);
}, 240_000);

it("accepts a valid segment of nearly 100 MiB in bounded memory", async () => {
  const { version, segment, events } = replaySegment({ recordingId: "large" });
  const noise = randomBytes(MIB / 16).toString("base64");
  const large = { type: 3, timestamp: segment.start, data: noise + "x".repeat(4 * MIB - noise.length) };
  const many = Array.from({ length: Math.floor(MAX_SEGMENT_RAW_BYTES / (4 * MIB)) - 1 }, () => large);
  const body = deflateSync(JSON.stringify({ version, segment, events: [...events, ...many] }));
  await server.memory();
  const before = await server.memory();
  expect(await post(body, "large")).toBe(200);
  const after = await server.memory();
  expect(after.peak - before.now).toBeLessThan(MOST_GROWTH);
}, 240_000);
