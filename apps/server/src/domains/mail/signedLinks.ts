import { createHmac, timingSafeEqual } from "node:crypto";
import type { SigningKey } from "../../platform/storage/records/signingKeys.ts";

/** Signs the subject of a link in an email, so that nobody can forge one for someone else. */
export interface SignedLinks {
  /** The text with its signature, for a URL. @param text characters that a URL may contain as they are. */
  sign(text: string): string;
  /** The text of a token; null if this installation did not sign it. */
  read(token: string): string | null;
}

export function createSignedLinks(key: SigningKey): SignedLinks {
  const signatureOf = (text: string) => createHmac("sha256", key()).update(text).digest("base64url");
  return {
    sign: (text) => `${text}.${signatureOf(text)}`,
    read(token) {
      const end = token.lastIndexOf(".");
      const text = token.slice(0, Math.max(end, 0));
      const [actual, expected] = [Buffer.from(token.slice(end + 1)), Buffer.from(signatureOf(text))];
      return end > 0 && actual.length === expected.length && timingSafeEqual(actual, expected) ? text : null;
    },
  };
}
