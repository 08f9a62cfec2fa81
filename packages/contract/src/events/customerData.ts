const ONE_KIBIBYTE = 1024;
/** What a page may add to each RUM event, in bytes of JSON (specification, section 8). */
const LIMIT = 3 * ONE_KIBIBYTE;
/** The same in compressed requests, which repeat it at little cost. */
const COMPRESSED_LIMIT = 16 * ONE_KIBIBYTE;

/**
 * Warns of data that a page adds to every RUM event, such as its user and context, if there is too much of it; null if not.
 * @param bytes size of the data as JSON.
 */
export function customerDataWarning(bytes: number, isCompressed: boolean): string | null {
  const limit = isCompressed ? COMPRESSED_LIMIT : LIMIT;
  if (bytes <= limit) return null;
  return `Customer data is ${(bytes / ONE_KIBIBYTE).toFixed(1)} KiB. Every RUM event repeats it; keep it below ${limit / ONE_KIBIBYTE} KiB.`;
}
