import type { Column } from "./columns.ts";
import type { CsvCell } from "./csv.ts";

type CsvColumn<Row> = Pick<
  Column<Row>,
  "header" | "isHeaderHidden" | "isNumeric" | "sortValue" | "exact" | "unit"
>;

/** Shown for a missing value. */
const DASH = "–";

/** Columns that are downloaded: those with a header. Columns without one contain buttons. */
export function downloadedColumns<Row, C extends CsvColumn<Row>>(columns: readonly C[]): C[] {
  return columns.filter(({ isHeaderHidden }) => !isHeaderHidden);
}

/**
 * A table as rows of cells, the header first. A column with exact values that its cells round or format has a second one with them:
 * "Bounce rate" and "Bounce rate (%)". Times are written as in ISO 8601.
 * @param texts the text of each row's cells, by column.
 */
export function toCsvRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  texts: readonly (readonly string[])[],
): CsvCell[][] {
  const parts = columns.flatMap((column, place) => toCsvColumns(column, rows, (row) => texts[row]?.[place]));
  return [
    parts.map(({ header }) => header),
    ...rows.map((_, row) => parts.map(({ cells }) => cells[row] ?? null)),
  ];
}

interface CsvPart {
  header: string;
  cells: CsvCell[];
}

function toCsvColumns<Row>(
  { header, isNumeric, sortValue, exact: exactValue, unit }: CsvColumn<Row>,
  rows: readonly Row[],
  textOf: (row: number) => string | undefined,
): CsvPart[] {
  const exact = exactValue ?? (isNumeric || unit ? sortValue : undefined);
  const texts = rows.map((_, row) => readText(textOf(row)));
  if (!exact) return [{ header, cells: isNumeric ? texts.map(toNumber) : texts }];
  const values = rows.map((row) => exact(row));
  const isSame = texts.every((text, row) => toNumber(text) === values[row]);
  if (isSame) return [{ header, cells: values }];
  const isTime = unit === "time";
  return [
    { header, cells: texts },
    {
      header: `${header} (${isTime ? "UTC" : (unit ?? "exact")})`,
      cells: isTime ? values.map(writeTime) : values,
    },
  ];
}

function readText(text: string | undefined): string | null {
  return text === undefined || text === "" || text === DASH ? null : text;
}

/** "1,234" as a number; other texts unchanged. */
function toNumber(text: string | null): CsvCell {
  return text !== null && /^\d[\d,]*(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(",", "")) : text;
}

function writeTime(instant: CsvCell): CsvCell {
  return typeof instant === "number" ? new Date(instant).toISOString() : instant;
}
