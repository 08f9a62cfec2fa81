import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { decryptSecret, encryptSecret, openSecret } from "./encryptSecret.ts";

const key = randomBytes(32).toString("base64url");
const sealed = encryptSecret("a secret", key, "smtp");

it("decrypts what it encrypted, each time to a different text", () => {
  expect(decryptSecret(sealed, key, "smtp")).toBe("a secret");
  expect(encryptSecret("a secret", key, "smtp")).not.toBe(sealed);
});

it("rejects a text with any changed bit or a missing end", () => {
  const bytes = Buffer.from(sealed, "base64url");
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
    expect(() => decryptSecret(changed.toString("base64url"), key, "smtp")).toThrow();
  }
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => decryptSecret(bytes.subarray(0, length).toString("base64url"), key, "smtp")).toThrow();
});

it("rejects another owner and another key", () => {
  const other = randomBytes(32).toString("base64url");
  expect(() => decryptSecret(sealed, key, "slack")).toThrow();
  expect(() => decryptSecret(sealed, other, "smtp")).toThrow();
  expect(openSecret(sealed, { current: other, earlier: [key] }, "smtp")).toEqual({ secret: "a secret", key });
});
