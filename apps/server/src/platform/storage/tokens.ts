import { createHash, randomBytes } from "node:crypto";
import { consoleLink } from "../http/consoleLink.ts";

/** 256 random bits for a link or a cookie, base64url. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a token, hex: enough to verify it, useless to anyone who reads the store. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The link that carries a token. The token is in the fragment, which browsers never send, so request logs do not contain it. */
export function linkWith(
  token: string,
  consoleUrl: string,
  screen: "setup" | "join" | "reset-password",
): string {
  return consoleLink(consoleUrl, `/${screen}#token=${token}`);
}
