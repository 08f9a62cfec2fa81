import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { checkUpload } from "./checkUpload.ts";

const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: "#2a7" } });

/** The head of a PNG of any size, with its first lines. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const lines = Buffer.alloc(Math.min(height, 9) * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

it.each(["png", "jpeg", "webp", "avif", "gif"] as const)("accepts %s by its bytes", async (format) => {
  const body = await picture().toFormat(format).toBuffer();
  expect(await checkUpload(body)).toEqual({
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    width: 40,
    height: 20,
    format,
    bytes: body.byteLength,
  });
});

it("tells the size as it is shown", async () => {
  const body = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await checkUpload(body)).toMatchObject({ width: 20, height: 40 });
});

describe("rejects", () => {
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
  const cases: [string, () => Buffer | Promise<Buffer>, string][] = [
    ["SVG", () => Buffer.from(SVG), "not a PNG"],
    ["SVG after a byte order mark", () => Buffer.from(`\ufeff<?xml version="1.0"?>${SVG}`), "not a PNG"],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), "not a PNG"],
    [
      "HTML before an image",
      async () => Buffer.concat([Buffer.from("<p>"), await picture().png().toBuffer()]),
      "not a PNG",
    ],
    ["a script in a GIF's first bytes", () => Buffer.from("GIF89a/*\0\0*/=1;alert(1)"), "damaged"],
    ["TIFF", () => picture().tiff().toBuffer(), "not a PNG"],
    ["PDF", () => Buffer.from("%PDF-1.7\n"), "not a PNG"],
    [
      "another container of its kind",
      () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
      "not a PNG",
    ],
    ["half a file", async () => (await picture().png().toBuffer()).subarray(0, 90), "damaged"],
    ["a head without a picture", () => Buffer.from("\xff\xd8\xff\xe0", "latin1"), "damaged"],
    ["nothing", () => Buffer.alloc(0), "not a PNG"],
    ["a file of 9 MB", () => Buffer.alloc(9 * 1024 ** 2), "larger than 8 MB"],
    ["a picture that decodes to gigabytes", () => png(30_000, 30_000), "30000 × 30000 pixels"],
    ["a picture that is one line", () => png(60_000_000, 1), "damaged|pixels"],
  ];
  it.each(cases)("%s", async (_what, body, problem) => {
    await expect(checkUpload(await body())).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringMatching(problem),
    });
  });
});
