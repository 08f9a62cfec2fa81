import { createCipheriv } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isProvenBy, visitorIdOf } from "./visitorId.ts";

const secrets = fc.uuid();

/** The same by OpenSSL. */
function keystreamOf(secret: string): string {
  const [key, counter] = [Buffer.from(secret.slice(0, 32)), Buffer.alloc(16)];
  counter.write(secret.slice(32));
  const cipher = createCipheriv("chacha20", key, counter);
  const words = cipher.update(Buffer.alloc(16));
  return [0, 4, 8, 12].map((at) => words.readUInt32LE(at)).join("-");
}

it("is the beginning of ChaCha20's key stream, as node:crypto makes it", () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      expect(visitorIdOf(secret)).toBe(keystreamOf(secret));
    }),
  );
});

it("is proven by its own secret alone", () => {
  fc.assert(
    fc.property(secrets, secrets, (secret, other) => {
      const id = visitorIdOf(secret);
      expect([isProvenBy(id, secret), isProvenBy(id, other)]).toEqual([true, other === secret]);
    }),
  );
});

it.each(["", "é".repeat(36), "0".repeat(36), "3f2504e0-4f89-41d3-9a0c-0305e82c33011"])(
  "takes %j for no secret",
  (secret) => {
    expect(isProvenBy(visitorIdOf(secret), secret)).toBe(false);
  },
);
