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

/**
 * Bounds the depth and size of a parsed JSON value in one pass, which is cheaper than serializing it. It descends at most `limit` levels of
 * objects and arrays, so a malicious document cannot overflow the stack.
 */
export function measureJson(value: unknown, limit: number): Size {
  if (typeof value === "string") return fits(value.length * BYTES_OF_UNIT + BYTES_AROUND);
  if (typeof value !== "object" || value === null) return fits(BYTES_OF_SCALAR);
  if (limit === 0) return { isTooDeep: true, mostBytes: 0 };
  let mostBytes = BYTES_AROUND;
  for (const [key, member] of Object.entries(value)) {
    const size = measureJson(member, limit - 1);
    if (size.isTooDeep) return size;
    mostBytes += key.length * BYTES_OF_UNIT + BYTES_AROUND + size.mostBytes;
  }
  return fits(mostBytes);
}

function fits(mostBytes: number): Size {
  return { isTooDeep: false, mostBytes };
}
