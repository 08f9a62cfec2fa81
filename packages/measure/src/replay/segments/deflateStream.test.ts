import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDeflateStream } from "./deflateStream.ts";
import { adler32, storedBlock, zlibFrame } from "./zlib.ts";

/** Text that compresses well, like events, and text that does not. */
const writes = fc.array(
  fc.oneof(
    fc
      .string({ maxLength: 40 })
      .chain((text) => fc.integer({ min: 0, max: 3000 }).map((n) => text.repeat(n))),
    fc.string({ unit: "binary", maxLength: 300 }),
  ),
  { maxLength: 12 },
);
const encode = (text: string) => new TextEncoder().encode(text);

test("flushed output followed by a stored block is one valid zlib stream", () => {
  fc.assert(
    fc.property(writes, fc.array(fc.boolean()), fc.string({ minLength: 1 }), (texts, flushes, last) => {
      const stream = createDeflateStream();
      const packed: Uint8Array[] = [];
      texts.forEach((text, place) => {
        stream.write(encode(text));
        if (flushes[place]) packed.push(stream.flush());
      });
      packed.push(stream.flush(), storedBlock(encode(last), { isLast: true }));
      const checksum = adler32(stream.total().checksum, encode(last));
      const whole = inflateSync(zlibFrame(packed, checksum));
      expect(whole.toString()).toBe(Buffer.from(encode(texts.join("") + last)).toString());
    }),
  );
});

test("data longer than a stored block is stored in several", () => {
  const bytes = new Uint8Array(200_000).map((_, place) => place * 7);
  const stored = storedBlock(bytes, { isLast: true });
  expect(inflateSync(zlibFrame([stored], adler32(1, bytes)))).toEqual(Buffer.from(bytes));
});

test("compresses repeated text well, across flushes too", () => {
  const stream = createDeflateStream();
  const text = encode(JSON.stringify({ type: 3, data: { source: 1, positions: [{ x: 10, y: 20, id: 5 }] } }));
  stream.write(text);
  const first = stream.flush().length;
  stream.write(text);
  expect(stream.flush().length).toBeLessThan(first / 3);
});
