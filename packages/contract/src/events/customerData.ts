const ONE_KIBIBYTE = 1024;
/** Maximum data that a page may add to each RUM event, in bytes of JSON (specification, section 8). */
const LIMIT = 3 * ONE_KIBIBYTE;
/** The same in compressed requests, which repeat it at little cost. */
const COMPRESSED_LIMIT = 16 * ONE_KIBIBYTE;

/**
 * A warning if a page adds too much data to every RUM event, such as its user and context; null otherwise.
 * @param bytes size of the data as JSON.
 */
export function customerDataWarning(bytes: number, isCompressed: boolean): string | null {
  const limit = isCompressed ? COMPRESSED_LIMIT : LIMIT;
  if (bytes <= limit) return null;
  return `Customer data is ${(bytes / ONE_KIBIBYTE).toFixed(1)} KiB. Every RUM event repeats it; keep it below ${limit / ONE_KIBIBYTE} KiB.`;
}
