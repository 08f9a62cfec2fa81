import { createCipheriv } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isProvenBy, visitorIdOf } from "./visitorId.ts";

const secrets = fc.uuid();

/** The same calculation with OpenSSL. */
function keystreamOf(secret: string): string {
  const [key, counter] = [Buffer.from(secret.slice(0, 32)), Buffer.alloc(16)];
  counter.write(secret.slice(32));
  const cipher = createCipheriv("chacha20", key, counter);
  const words = cipher.update(Buffer.alloc(16));
  return [0, 4, 8, 12].map((at) => words.readUInt32LE(at)).join("-");
}

it("equals the start of the ChaCha20 key stream of node:crypto", () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      expect(visitorIdOf(secret)).toBe(keystreamOf(secret));
    }),
  );
});

it("is proven by its own secret only", () => {
  fc.assert(
    fc.property(secrets, secrets, (secret, other) => {
      const id = visitorIdOf(secret);
      expect([isProvenBy(id, secret), isProvenBy(id, other)]).toEqual([true, other === secret]);
    }),
  );
});

it.each([
  "",
  "é",
  "é".repeat(36),
  "\ud83d",
  "0".repeat(36),
  "0".repeat(101),
  "3f2504e0-4f89-41d3-9a0c-0305e82c33011",
])("rejects %j as a secret", (secret) => {
  expect(isProvenBy(visitorIdOf(secret), secret)).toBe(false);
});
