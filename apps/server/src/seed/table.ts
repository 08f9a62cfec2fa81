/** Rows of a table in text, by column: its first line has their names, separated by `|`. A row may omit its last cells. */
export function readTable<Column extends string>(text: string): Record<Column, string>[] {
  const [names = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])),
  ) as Record<Column, string>[];
}

/** The parts of a cell with a list. */
export const listIn = (cell: string, separator = ", "): string[] =>
  cell === "" ? [] : cell.split(separator);
