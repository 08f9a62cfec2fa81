import { createHmac, timingSafeEqual } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Timestamp } from "@marquee/contract";
import { type PreviewChoices, PreviewChoicesSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { SigningKey } from "../../platform/storage/records/signingKeys.ts";

/** First segment of the paths of previews. */
export const PREVIEW_PATH = "/preview";

/** What a preview URL shows, and to whom. */
export interface SignedPreview {
  choices: PreviewChoices;
  /** Key of the item whose texts have marks. */
  marked?: string;
  /** ID of a link, which is open to everyone, or of the account that may see it while signed in. */
  for: { link: string } | { account: string };
}

export type ReadPreview =
  | ({ state: "valid"; expiresAt: Timestamp } & SignedPreview)
  | { state: "expired" }
  /** Not created by this server, or modified since. */
  | { state: "forged" };

/** 128 bits, encoded as 22 characters of base64url. */
const SIGNATURE_BYTES = 16;
/** Longest token in characters, so that its URL fits into the request line and header fields of servers and proxies. */
const MAX_TOKEN_LENGTH = 4000;
/** Largest choices in bytes of JSON. They are decompressed only if the signature is right. */
const MAX_CHOICES = 64 * 1024;
/** The choices as deflated JSON; when the token expires, in base 36; the signature of both. */
const TOKEN_PATTERN = /^([A-Za-z0-9_-]{2,3970})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})$/;
const validator = Compile(PreviewChoicesSchema);

/**
 * The path below which every page is shown with these choices, until it expires.
 * @throws {ApiError} bad_request if the choices are too many for a URL.
 */
export function createPreviewPrefix(key: SigningKey, preview: SignedPreview, expiresAt: Timestamp): string {
  const json = Buffer.from(JSON.stringify(preview));
  const named = `${deflateRawSync(json).toString("base64url")}.${expiresAt.toString(36)}`;
  if (json.byteLength > MAX_CHOICES || named.length > MAX_TOKEN_LENGTH - 30)
    throw new ApiError(
      "bad_request",
      "This preview has too many choices for a link. Remove some flag values.",
    );
  return `${PREVIEW_PATH}/${named}.${signatureOf(key, named).toString("base64url")}`;
}

export function readPreviewToken(key: SigningKey, token: string, now: Timestamp): ReadPreview {
  const [, packed = "", expires = "", signature = ""] = TOKEN_PATTERN.exec(token) ?? [];
  const bytes = Buffer.from(signature, "base64url");
  const expected = signatureOf(key, `${packed}.${expires}`);
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return { state: "forged" };
  const expiresAt = Number.parseInt(expires, 36);
  if (expiresAt <= now) return { state: "expired" };
  const preview = unpack(packed);
  return preview ? { state: "valid", expiresAt, ...preview } : { state: "forged" };
}

/** @returns null for an unknown format signed by another release. */
function unpack(packed: string): SignedPreview | null {
  const json = inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: MAX_CHOICES });
  const { choices, marked, for: whom } = JSON.parse(json.toString()) as Partial<SignedPreview>;
  if (!validator.Check(choices) || !whom) return null;
  return { choices, for: whom, ...(typeof marked === "string" && { marked }) };
}

function signatureOf(key: SigningKey, named: string): Buffer {
  return createHmac("sha256", key()).update(`content ${named}`).digest().subarray(0, SIGNATURE_BYTES);
}
