import { randomBytes } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { RejectedRequest } from "../rejectedRequest.ts";
import { inflateBody } from "./inflateBody.ts";

const MIB = 1024 ** 2;
const MAX_BYTES = 100 * MIB;

/** What comes out before the end or the refusal, and what that says. */
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

it("stops what unpacks to 200 times its size and a MiB more, as soon as it has", async () => {
  const bomb = deflateSync(Buffer.alloc(64 * MIB));
  const most = 200 * bomb.byteLength + MIB;
  const { bytes, status } = await inflate(bomb, "deflate");
  expect(status).toBe(413);
  expect(bytes).toBeGreaterThan(most - 128 * 1024);
  expect(bytes).toBeLessThanOrEqual(most);
});

it("lets a small body be as repetitive as it is, and a large one that is as repetitive as recordings are", async () => {
  expect(await inflate(gzipSync(Buffer.alloc(MIB)), "gzip")).toEqual({ bytes: MIB, status: 200 });
  const noise = randomBytes(MIB / 32);
  const recording = Buffer.concat(Array.from({ length: 32 }, () => [noise, Buffer.alloc(MIB)]).flat());
  expect(await inflate(deflateSync(recording), "deflate")).toEqual({ bytes: 33 * MIB, status: 200 });
});

it("counts what comes unpacked as it is", async () => {
  expect(await inflate(Buffer.alloc(3 * MIB), "")).toEqual({ bytes: 3 * MIB, status: 200 });
});
