import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, compressBody } from "./compressBody.ts";

describe("chooseEncoding", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["GZIP;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.000, gzip;q=0", "identity"],
    ["br;q=0.001", "br"],
    ["brotli", "identity"],
  ])("for Accept-Encoding %s returns %s", (header, expected) => {
    expect(chooseEncoding(header)).toBe(expected);
  });
});

describe("compressBody", () => {
  it("produces encodings that decompress to the original body", async () => {
    const text = Buffer.from("work is held, not boxed. ".repeat(100));
    const body = await compressBody(text);
    expect(brotliDecompressSync(body.br)).toEqual(text);
    expect(gunzipSync(body.gzip)).toEqual(text);
    expect(body.br.byteLength).toBeLessThan(text.byteLength / 10);
  });
});
