/** What can be said of a value's JSON without writing it. */
export interface Size {
  isTooDeep: boolean;
  /** Its JSON has no more bytes than this. */
  mostBytes: number;
}

/** One UTF-16 unit is six bytes at most: `\u001f`. */
const BYTES_OF_UNIT = 6;
const BYTES_OF_SCALAR = 25;
/** Quotes, colon, comma, brackets. */
const BYTES_AROUND = 6;

/**
 * Bounds depth and size of a parsed JSON value in one walk, which is cheaper than writing it. Looks no deeper than `limit` levels of
 * objects and arrays, so a hostile document costs no stack.
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
