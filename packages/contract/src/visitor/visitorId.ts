/** Route that returns what is stored about the visitor's browser, whose cookies prove its ID. */
export const OWN_DATA_PATH = "/privacy/export";

const SECRET = /^[0-9a-f]{8}(-[0-9a-f]{4}){4}[0-9a-f]{8}$/;

/**
 * The anonymous ID that a secret proves: the first four words of a ChaCha20 block (RFC 8439, section 2.3), in decimal,
 * joined by dashes. The secret's characters are the key and the counter; the nonce is zero. Showing the secret proves
 * ownership of the ID, and the secret cannot be derived from the ID. For why it is not SHA-256, see
 * docs/decisions/013-visitors-prove-their-id.md.
 * @param secret a random UUID, lower case.
 */
export function visitorIdOf(secret: string): string {
  const text = `expand 32-byte k${secret}`.padEnd(64, "\0");
  // Longer text cannot be the secret of any ID: other code wrote it.
  const input = new Uint32Array(new TextEncoder().encode(text).buffer, 0, 16);
  const block = input.slice();
  /** `index` is always within the sixteen words. */
  const at = (index: number) => block[index] as number;
  const mix = (a: number, b: number, c: number, by: number) => {
    block[a] = at(a) + at(b);
    block[c] = at(c) ^ at(a);
    block[c] = (at(c) << by) | (at(c) >>> (32 - by));
  };
  // Ten rounds of the four columns, then the four diagonals.
  for (let quarter = 0; quarter < 80; quarter += 1) {
    const lean = (quarter >> 2) & 1;
    const a = quarter % 4;
    const b = 4 + ((quarter + lean) % 4);
    const c = 8 + ((quarter + 2 * lean) % 4);
    const d = 12 + ((quarter + 3 * lean) % 4);
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  }
  return input
    .map((word, index) => word + at(index))
    .slice(0, 4)
    .join("-");
}

/** Whether `secret` proves that the anonymous ID belongs to the visitor. */
export function isProvenBy(anonymousId: string, secret: string): boolean {
  return SECRET.test(secret) && visitorIdOf(secret) === anonymousId;
}
