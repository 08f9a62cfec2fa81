/** Spreadsheets run texts that begin like this as formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const LIKE_FORMULA = /^[=+\-@\t\r]/;

export type CsvCell = string | number | null;

/**
 * A table as CSV (RFC 4180), with the byte order mark that Excel needs to read UTF-8.
 * @param rows the header first. Null is an empty cell.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): Blob {
  const text = rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
  return new Blob([`\uFEFF${text}`], { type: "text/csv;charset=utf-8" });
}

function writeCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = LIKE_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
