import { formatCount, formatCounted, IMPORT_SYSTEMS, METRICS } from "@marquee/contract";
import type { IgnoredPart, ImportedReport, ImportPreview } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import type { Column } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { Warning } from "../../shared/ui/states.tsx";
import { reportTitle } from "./reportTitle.ts";

interface PreviewProps {
  name: string;
  preview: ImportPreview;
  /** Whether this or an earlier import has daily totals. */
  hasTotals: boolean;
  onImport: () => void;
  onCancel: () => void;
}

/** What importing a file would do, or what to correct in it. */
export function Preview({ name, preview, hasTotals, onImport, onCancel }: PreviewProps) {
  const { system, reports, ignored, doubtful, first, last, rows } = preview;
  if (preview.problemCount > 0) return <Problems {...preview} />;
  return (
    <div className="grid gap-4 rounded-md border border-hairline p-5">
      <div>
        <h3 className="wrap-anywhere font-medium">
          {name}
          {system && <span className="text-ink-muted"> · {IMPORT_SYSTEMS[system].name}</span>}
        </h3>
        <p className="mt-1 font-display font-semibold text-[1.75rem] tabular-nums leading-tight">
          {first} to {last}
        </p>
        <p className="mt-1 text-ink-muted tabular-nums">{totalsText(preview)}</p>
      </div>
      {!hasTotals && (
        <Warning>
          This file has no daily totals, so the figures and the chart won't include it, only lists. Export one
          more table with Date as its only dimension.
        </Warning>
      )}
      <DataTable
        caption="What is imported"
        columns={COLUMNS}
        rows={reports}
        keyOf={({ dimension }) => dimension}
        sort={{ param: "parts" }}
        hasRowHeaders
      />
      {doubtful.length > 0 && (
        <Warning>
          <PartList parts={doubtful} />
        </Warning>
      )}
      {ignored.length > 0 && (
        <details open={ignored.length <= 3}>
          <summary className="w-fit font-medium">
            Not imported: {formatCounted(ignored.length, "part")}
          </summary>
          <div className="mt-2">
            <PartList parts={ignored} />
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={onImport}>
          Import {formatCounted(rows, "row")}
        </Button>
        <Button size="sm" variant="tertiary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function PartList({ parts }: { parts: readonly IgnoredPart[] }) {
  return (
    <ul className="grid gap-2 text-xs">
      {parts.map(({ part, reason }) => (
        <li key={`${part} ${reason}`} className="wrap-anywhere border-hairline border-l-2 pl-3">
          {part}
          <span className="block text-ink-muted">{reason}</span>
        </li>
      ))}
    </ul>
  );
}

function totalsText({ visitors, visits, pageviews }: ImportPreview): string {
  const texts = [
    visitors === null ? null : formatCounted(visitors, "daily visitor"),
    visits === null ? null : formatCounted(visits, "visit"),
    pageviews === null ? null : formatCounted(pageviews, "page view"),
  ];
  return texts.filter((text) => text !== null).join(", ");
}

const COLUMNS: Column<ImportedReport>[] = [
  {
    id: "part",
    header: "Part",
    isMain: true,
    cell: ({ dimension }) => reportTitle(dimension),
    text: ({ dimension }) => reportTitle(dimension),
  },
  {
    id: "metrics",
    header: "Metrics",
    from: 620,
    width: "w-72",
    cell: ({ metrics }) => metrics.map((metric) => METRICS[metric].title).join(", "),
    text: ({ metrics }) => metrics.join(", "),
  },
  {
    id: "days",
    header: "Days",
    from: 360,
    isNumeric: true,
    width: "w-20",
    cell: ({ days }) => formatCount(days),
    exact: ({ days }) => days,
  },
  {
    id: "rows",
    header: "Rows",
    isNumeric: true,
    width: "w-24",
    cell: ({ rows }) => formatCount(rows),
    exact: ({ rows }) => rows,
  },
];

function Problems({ problems, problemCount }: ImportPreview) {
  return (
    <Warning>
      <p>Nothing has been imported yet. Fix the file or export it again, then choose it again.</p>
      <ul className="mt-2 grid gap-2 text-xs">
        {problems.map(({ file, line, column, message }) => (
          <li key={`${file} ${line} ${column} ${message}`} className="wrap-anywhere">
            <span className="font-medium">{placeOf(file, line, column)}</span> {message}
          </li>
        ))}
      </ul>
      {problemCount > problems.length && (
        <p className="mt-2 text-xs">And {formatCount(problemCount - problems.length)} more.</p>
      )}
    </Warning>
  );
}

function placeOf(file: string, line: number, column: string): string {
  const parts = [file, line > 0 ? `line ${line}` : "", column && `column “${column}”`].filter(Boolean);
  return parts.length > 0 ? `${parts.join(", ")}:` : "";
}
