import { MAX_CAMPAIGN_LENGTH } from "@marquee/contract";

/** As {@link readablePath}'s, in lower case: what stays encoded in a path. */
const KEPT = "[01][0-9a-f]|7f|2[35f]|3f|5c";
/** Those of them that have a letter. */
const KEPT_CODES = [
  ...[..."01"].flatMap((first) => [..."abcdef"].map((second) => first + second)),
  "2f",
  "3f",
  "5c",
  "7f",
];

/**
 * `readablePath` in SQL, for rows of earlier versions. It leaves a path alone that is no UTF-8 once it is decoded.
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
