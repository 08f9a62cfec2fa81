import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeSegments, encodeSegments } from "./packedSegments.ts";

const bufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;

it("decodes the encoded segments in order, with null for missing ones", () => {
  const segment = fc.option(fc.uint8Array({ minLength: 1, maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 20 }), (segments) => {
      expect(decodeSegments(bufferOf(encodeSegments(segments)))).toEqual(
        segments.map((each) => each && new Uint8Array(each)),
      );
    }),
  );
});

it("throws a RangeError for truncated data", () => {
  const packed = encodeSegments([new Uint8Array([1, 2, 3]), new Uint8Array([4, 5])]);
  for (const cut of [packed.slice(0, -1), packed.slice(0, 9)]) {
    expect(() => decodeSegments(bufferOf(cut))).toThrow(RangeError);
  }
});
