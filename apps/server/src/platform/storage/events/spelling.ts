import { MAX_CAMPAIGN_LENGTH } from "@marquee/contract";

/** Codes that stay encoded in a path, as in {@link readablePath}, in lower case. */
const KEPT = "[01][0-9a-f]|7f|2[35f]|3f|5c";
/** The codes that contain a letter. */
const KEPT_CODES = [
  ...[..."01"].flatMap((first) => [..."abcdef"].map((second) => first + second)),
  "2f",
  "3f",
  "5c",
  "7f",
];

/**
 * `readablePath` in SQL, for rows of earlier versions. A path that is not UTF-8 when decoded is left unchanged.
 * @param column an expression of type String.
 */
export function readablePathSql(column: string): string {
  const decoded = `decodeURLComponent(replaceRegexpAll(${column}, '(?i)%(${KEPT})', '%25\\\\1'))`;
  const readable = `if(isValidUTF8(${decoded}), ${decoded}, ${column})`;
  const inCapitals = KEPT_CODES.reduce(
    (sql, code) => `replaceAll(${sql}, '%${code}', '%${code.toUpperCase()}')`,
    readable,
  );
  return `if(position(${column}, '%') = 0, ${column}, ${inCapitals})`;
}

/** `campaignValue` in SQL. It cuts by code points, so a long value may keep more characters that take two code units. */
export function campaignValueSql(column: string): string {
  const trimmed = `replaceRegexpAll(${column}, '^[\\\\s\\\\p{Z}]+|[\\\\s\\\\p{Z}]+$', '')`;
  return `trimRight(substringUTF8(lowerUTF8(${trimmed}), 1, ${MAX_CAMPAIGN_LENGTH}))`;
}
