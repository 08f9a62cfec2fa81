/**
 * SHA-256 of an email address, trimmed and in lower case, in hexadecimal digits: what advertising and analytics tools match addresses by. Null
 * on pages without TLS, where browsers have no Web Crypto (https://w3c.github.io/webcrypto/#Crypto-attribute-subtle).
 */
export async function hashEmail(email: string): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  const digest = await subtle?.digest("SHA-256", new TextEncoder().encode(email.trim().toLowerCase()));
  if (!digest) return null;
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
