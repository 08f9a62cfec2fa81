/** Depth and size of a value's JSON, without serializing it. */
export interface Size {
  isTooDeep: boolean;
  /** Upper bound of its JSON's size in bytes. */
  mostBytes: number;
}

/** Maximum for one UTF-16 code unit: an escape such as `\u001f`. */
const BYTES_OF_UNIT = 6;
const BYTES_OF_SCALAR = 25;
/** Quotes, colon, comma and brackets of one value. */
const BYTES_AROUND = 6;
/** Marks a value that is nested too deeply, instead of its bytes. */
const TOO_DEEP = -1;

/**
 * Measures the depth and size of a parsed JSON value in one pass, which is cheaper than serializing it. It descends at most `limit` levels
 * of objects and arrays, so a malicious document cannot overflow the stack.
 */
export function measureJson(value: unknown, limit: number): Size {
  const mostBytes = mostBytesOf(value, limit);
  return mostBytes === TOO_DEEP ? { isTooDeep: true, mostBytes: 0 } : { isTooDeep: false, mostBytes };
}

function mostBytesOf(value: unknown, limit: number): number {
  if (typeof value === "string") return value.length * BYTES_OF_UNIT + BYTES_AROUND;
  if (typeof value !== "object" || value === null) return BYTES_OF_SCALAR;
  if (limit === 0) return TOO_DEEP;
  let mostBytes = BYTES_AROUND;
  for (const key of Object.keys(value)) {
    const ofMember = mostBytesOf((value as Record<string, unknown>)[key], limit - 1);
    if (ofMember === TOO_DEEP) return TOO_DEEP;
    mostBytes += key.length * BYTES_OF_UNIT + BYTES_AROUND + ofMember;
  }
  return mostBytes;
}
