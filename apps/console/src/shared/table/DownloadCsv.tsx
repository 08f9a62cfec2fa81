import { formatCounted } from "@marquee/contract";
import { useMutation } from "@tanstack/react-query";
import { Download, LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useLocation, useSearch } from "wouter";
import { readDateRange } from "../address/range.ts";
import { download } from "../ui/download.ts";
import { currentTitle } from "../ui/screen.tsx";
import { InlineError } from "../ui/states.tsx";
import { cellText } from "./cellText.ts";
import type { Column } from "./columns.ts";
import { toCsv } from "./csv.ts";
import { downloadedColumns, toCsvRows } from "./csvRows.ts";
import { csvFileName } from "./fileName.ts";

interface LoadOptions {
  signal: AbortSignal;
  /** Called with the number of rows loaded so far. */
  onProgress: (rows: number) => void;
}

/** Rows for a download, and whether they are complete. */
interface CsvContent<Row> {
  rows: readonly Row[];
  isComplete: boolean;
}

/** How a table is downloaded. */
export interface CsvSource<Row> {
  /** Loads all rows that match, if the table shows only some of them. */
  loadRows?: (options: LoadOptions) => Promise<CsvContent<Row>>;
  /** Whether the table shows the current state, to which the screen's date range does not apply. */
  isPresent?: boolean;
}

interface DownloadCsvProps<Row> extends CsvSource<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** The rows in display order. */
  shownRows: () => readonly Row[];
  keyOf: (row: Row) => string;
}

/** Number of rows rendered per batch to read their texts, so that the page stays responsive. */
const BATCH = 200;

/** Downloads a table as CSV: the cells' texts, plus exact values where those are rounded or formatted. */
export function DownloadCsv<Row extends object>(props: DownloadCsvProps<Row>) {
  const { caption, shownRows, loadRows, isPresent = false } = props;
  const search = useSearch();
  const [path] = useLocation();
  const [progress, setProgress] = useState(0);
  const columns = downloadedColumns<Row, Column<Row>>(props.columns);
  const { readTexts, reader } = useTexts({ columns, keyOf: props.keyOf });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const csv = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      const { signal } = running.current;
      setProgress(0);
      const { rows, isComplete } = loadRows
        ? await loadRows({ signal, onProgress: setProgress })
        : { rows: shownRows(), isComplete: true };
      const texts = await readTexts(rows, signal);
      const range = isPresent ? null : readDateRange(path, search);
      const name = csvFileName({
        screen: currentTitle(),
        caption,
        range,
        now: Date.now(),
        first: isComplete ? undefined : rows.length,
      });
      download(toCsv(toCsvRows(columns, rows, texts)), name);
      return { rows: rows.length, isComplete };
    },
  });
  const isStopped = csv.error?.name === "AbortError";
  const Icon = csv.isPending ? LoaderCircle : Download;
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs">
      <p role="status" className="text-clay">
        {csv.data && !csv.data.isComplete
          ? `The file is not complete: it has the first ${formatCounted(csv.data.rows, "row")}. For the others, choose a shorter date range or add a filter.`
          : null}
      </p>
      {csv.error && !isStopped && <InlineError error={csv.error} />}
      <button
        type="button"
        onClick={() => (csv.isPending ? running.current?.abort() : csv.mutate())}
        className="flex h-8 items-center gap-1.5 rounded-sm px-1.5 text-ink-muted tabular-nums hover:bg-surface-sunken hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-3.5" />
        {csv.isPending ? `Stop after ${formatCounted(progress, "row")}` : "Download CSV"}
      </button>
      {reader}
    </div>
  );
}

/** Renders cells off-screen, and reads their texts. */
function useTexts<Row>({ columns, keyOf }: { columns: readonly Column<Row>[]; keyOf: (row: Row) => string }) {
  const [place] = useState(() => document.createElement("div"));
  const [batch, setBatch] = useState<readonly Row[]>([]);
  const readTexts = async (rows: readonly Row[], signal: AbortSignal): Promise<string[][]> => {
    const texts: string[][] = [];
    for (let from = 0; from < rows.length; from += BATCH) {
      flushSync(() => setBatch(rows.slice(from, from + BATCH)));
      texts.push(...[...place.children].map((row) => [...row.children].map(cellText)));
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    }
    setBatch([]);
    return texts;
  };
  const reader = createPortal(
    batch.map((row) => (
      <div key={keyOf(row)}>
        {columns.map(({ id, cell, text = cell }) => (
          <div key={id}>{text(row)}</div>
        ))}
      </div>
    )),
    place,
  );
  return { readTexts, reader };
}
