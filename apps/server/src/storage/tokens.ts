import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link or a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hash of a token: enough to verify it, useless to anyone who reads the store. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The link that a token is handed over by. In the fragment, which browsers send to no server, no log of requests keeps it. */
export function linkWith(token: string, publicUrl: string, screen: "setup" | "join"): string {
  return `${publicUrl}/console/${screen}#token=${token}`;
}
