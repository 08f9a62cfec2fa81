interface LoadAllOptions<Page, Row> {
  /** Loads a page. @param cursor "" for the first one. */
  load: (cursor: string, signal: AbortSignal) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
  keyOf: (row: Row) => string;
}

/** Maximum number of rows in a download, which is built in memory. */
export const MAX_ROWS = 200_000;

/**
 * A function that loads all pages of a list for a download, each row once, at most {@link MAX_ROWS}.
 * @returns the rows, and whether there are no more.
 */
export function loadAllPages<Page extends { next: string | null }, Row>({
  load,
  rowsOf,
  keyOf,
}: LoadAllOptions<Page, Row>) {
  return async ({ signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void }) => {
    const rows = new Map<string, Row>();
    let next: string | null = "";
    while (next !== null && rows.size < MAX_ROWS) {
      const page: Page = await load(next, signal);
      signal.throwIfAborted();
      for (const row of rowsOf(page)) rows.set(keyOf(row), row);
      onProgress(rows.size);
      next = page.next;
    }
    const isComplete = next === null && rows.size <= MAX_ROWS;
    return { rows: [...rows.values()].slice(0, MAX_ROWS), isComplete };
  };
}
