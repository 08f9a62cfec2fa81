import { randomBytes } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { RejectedRequest } from "../rejectedRequest.ts";
import { inflateBody } from "./inflateBody.ts";

const MIB = 1024 ** 2;
const MAX_BYTES = 100 * MIB;

/** The decompressed bytes before the end or the error, and the status. */
async function inflate(body: Buffer, encoding: string): Promise<{ bytes: number; status: number }> {
  let bytes = 0;
  try {
    for await (const chunk of inflateBody(body, encoding, MAX_BYTES)) bytes += chunk.byteLength;
    return { bytes, status: 200 };
  } catch (error) {
    if (!(error instanceof RejectedRequest)) throw error;
    return { bytes, status: error.statusCode };
  }
}

it("rejects a body as soon as it decompresses to more than 200 times its size plus 1 MiB", async () => {
  const bomb = deflateSync(Buffer.alloc(64 * MIB));
  const most = 200 * bomb.byteLength + MIB;
  const { bytes, status } = await inflate(bomb, "deflate");
  expect(status).toBe(413);
  expect(bytes).toBeGreaterThan(most - 128 * 1024);
  expect(bytes).toBeLessThanOrEqual(most);
});

it("accepts a small body at any ratio and a large one at a recording's ratio", async () => {
  expect(await inflate(gzipSync(Buffer.alloc(MIB)), "gzip")).toEqual({ bytes: MIB, status: 200 });
  const noise = randomBytes(MIB / 32);
  const recording = Buffer.concat(Array.from({ length: 32 }, () => [noise, Buffer.alloc(MIB)]).flat());
  expect(await inflate(deflateSync(recording), "deflate")).toEqual({ bytes: 33 * MIB, status: 200 });
});

it("passes on an uncompressed body unchanged in size", async () => {
  expect(await inflate(Buffer.alloc(3 * MIB), "")).toEqual({ bytes: 3 * MIB, status: 200 });
});

it.each([
  ["deflate", deflateSync],
  ["gzip", gzipSync],
])(
  "rejects data after the end of a %s stream, which a browser could not decompress",
  async (encoding, pack) => {
    const body = Buffer.concat([pack("{}"), Buffer.from("more")]);
    expect(await inflate(body, encoding)).toMatchObject({ status: 400 });
  },
);
