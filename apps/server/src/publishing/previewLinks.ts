import { createHmac, timingSafeEqual } from "node:crypto";
import { ONE_HOUR, type Timestamp } from "@marquee/contract";

/** First segment of the paths of previews. */
export const PREVIEW_PATH = "/preview";
export const PREVIEW_LIFETIME = 8 * ONE_HOUR;

/** 96 bits, encoded as 16 characters of base64url. */
const SIGNATURE_BYTES = 12;
/** ID of the draft, 0 for what is published; when it expires, in base 36; the signature. */
const TOKEN_PATTERN = /^(\d{1,10})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{16})$/;

/**
 * The path below which the pages of a draft are shown to everyone who has it, until it expires.
 * @param draft ID of the draft; null for what is published.
 */
export function createPreviewPrefix(signingKey: string, draft: number | null, expiresAt: Timestamp): string {
  const named = `${draft ?? 0}.${expiresAt.toString(36)}`;
  return `${PREVIEW_PATH}/${named}.${signatureOf(signingKey, named).toString("base64url")}`;
}

/** @returns the draft; null if the token is forged or has expired. */
export function readPreviewToken(
  signingKey: string,
  token: string,
  now: Timestamp,
): { draft: number | null } | null {
  const [, draft = "", expires = "", given = ""] = TOKEN_PATTERN.exec(token) ?? [];
  const bytes = Buffer.from(given, "base64url");
  const expected = signatureOf(signingKey, `${draft}.${expires}`);
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return null;
  return Number.parseInt(expires, 36) > now ? { draft: Number(draft) || null } : null;
}

function signatureOf(signingKey: string, named: string): Buffer {
  return createHmac("sha256", signingKey).update(`content ${named}`).digest().subarray(0, SIGNATURE_BYTES);
}
