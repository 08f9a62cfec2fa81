import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link or a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a token: enough to recognise it, useless to whoever reads the store. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
