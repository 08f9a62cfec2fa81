/** Characters before a formula that spreadsheets ignore. */
const BLANK = String.raw`[\s\p{Cc}\p{Cf}]`;
/** Includes full-width forms, which some spreadsheets treat the same, and the minus sign. */
const SIGN = String.raw`[=+\-@\u2212\uFF1D\uFF0B\uFF0D\uFF20]`;
/** Spreadsheets run texts with such a start as formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const LIKE_FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${BLANK}*${SIGN})`, "u");
/** In locales with semicolons as list separators, spreadsheets split even quoted texts there. */
const AFTER_SEPARATOR = new RegExp(`[;\\t](?:(?!\\t)${BLANK})*(?=${SIGN})`, "gu");

export type CsvCell = string | number | null;

/**
 * A table as CSV (RFC 4180), with the byte order mark that Excel needs to read UTF-8. Every text is quoted.
 * @param rows the header first. Null is an empty cell.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): Blob {
  const text = rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
  return new Blob([`\uFEFF${text}`], { type: "text/csv;charset=utf-8" });
}

function writeCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const disarmed = value.replace(AFTER_SEPARATOR, "$&'");
  const safe = LIKE_FORMULA.test(value) ? `'${disarmed}` : disarmed;
  return `"${safe.replaceAll('"', '""')}"`;
}
