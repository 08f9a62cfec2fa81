/**
 * Whether a session is in the sample; the same in all its tabs and pages.
 * @param what feature that samples: each has its own sample
 * @param rate percent of sessions
 */
export function isSampled(what: string, sessionId: number, rate: number): boolean {
  return hash(`${what}:${sessionId}`) < (rate / 100) * 2 ** 32;
}

/** FNV-1a of 32 bits with MurmurHash3's last steps, without which the ids of neighbouring milliseconds would stay neighbours. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
