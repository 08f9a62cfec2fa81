import { createHmac, timingSafeEqual } from "node:crypto";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";

/** Header of signed requests, both those that are sent and those that are received. */
export const SIGNATURE_HEADER = "marquee-signature";

/** How far the time of a received request may be from the server's clock. */
export const REPLAY_WINDOW: Milliseconds = 5 * ONE_MINUTE;

/** `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<body>">` (docs/connections.md). */
export function signBody(body: string, secret: string, now: Timestamp): string {
  const seconds = Math.floor(now / ONE_SECOND);
  return `t=${seconds},v1=${hmacOf(`${seconds}.${body}`, secret)}`;
}

/** Whether a header of {@link signBody} belongs to the body, and is not older or newer than {@link REPLAY_WINDOW}. */
export function isSignedBody(body: string, header: string, secret: string, now: Timestamp): boolean {
  const [, seconds = "", signature = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (seconds === "" || Math.abs(now - Number(seconds) * ONE_SECOND) > REPLAY_WINDOW) return false;
  return isEqual(hmacOf(`${seconds}.${body}`, secret), signature);
}

/** Whether a plain signature, as Cal.com sends it, is the hex HMAC-SHA256 of the body. */
export function isPlainlySigned(body: string, signature: string, secret: string): boolean {
  return /^[0-9a-f]{64}$/.test(signature) && isEqual(hmacOf(body, secret), signature);
}

function hmacOf(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, "hex"), Buffer.from(other, "hex"));
}
