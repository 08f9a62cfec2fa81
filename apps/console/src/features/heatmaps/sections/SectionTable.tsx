import { formatAverage, formatCount, formatDuration, formatFineShare, ONE_SECOND } from "@marquee/contract";
import type { SectionFigures, SectionsResponse } from "@marquee/contract/schema";
import { useMemo } from "react";
import { formatShare } from "../../../shared/format/format.ts";
import { type Column, MEDIUM } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { compareSection, selectorOf } from "./sectionRows.ts";

interface SectionTableProps {
  data: SectionsResponse;
  /** Selectors of sections that are missing from the drawn page. */
  missing: ReadonlySet<string>;
  onPoint: (selector: string | null) => void;
}

interface Row extends SectionFigures {
  number: number;
}

/** Sections in the order of the page, numbered like the drawing. */
export function SectionTable({ data, missing, onPoint }: SectionTableProps) {
  const columns = useMemo(() => columnsFor(data, missing, onPoint), [data, missing, onPoint]);
  const rows = data.sections.map((section, index): Row => ({ ...section, number: index + 1 }));
  return (
    <>
      <DataTable
        caption="Sections of the page"
        columns={columns}
        rows={rows}
        keyOf={({ section }) => section}
      />
      {data.goal && (
        <p className="mt-3 text-ink-muted text-xs">
          Compared with visitors to the page who didn't see the section, with at least 30 on each side.
          Visitors who keep reading are more interested anyway, so the section may not be the cause. An
          experiment can tell.
        </p>
      )}
    </>
  );
}

function columnsFor(
  data: SectionsResponse,
  missing: ReadonlySet<string>,
  onPoint: SectionTableProps["onPoint"],
): readonly Column<Row>[] {
  const saw: Column<Row> = {
    id: "visitors",
    header: "Saw it",
    isNumeric: true,
    width: "w-18",
    sortValue: ({ visitors }) => visitors,
    cell: ({ visitors }) => (
      <>
        {formatCount(visitors)}
        {data.visitors > 0 && (
          <span className="block text-ink-muted text-xs">{formatShare(visitors / data.visitors)}</span>
        )}
      </>
    ),
  };
  const time: Column<Row> = {
    id: "seconds",
    header: "Stayed",
    hint: "Median time from when the section was seen until the next section, page, or the visit's last event.",
    isNumeric: true,
    width: "w-18",
    sortValue: ({ seconds }) => seconds,
    cell: ({ seconds }) =>
      seconds === null ? <span className="text-ink-muted">–</span> : formatDuration(seconds * ONE_SECOND),
  };
  const name: Column<Row> = {
    id: "section",
    header: "Section",
    cell: (row) => <SectionName row={row} isMissing={missing.has(selectorOf(row))} onPoint={onPoint} />,
  };
  if (!data.goal) return [name, saw, time];
  return [
    name,
    saw,
    time,
    {
      id: "factor",
      header: "Reached the goal",
      hint: "Of those who saw the section, compared with the other visitors to the page.",
      isNumeric: true,
      from: MEDIUM - 140,
      width: "w-40",
      sortValue: (row) => compareSection(row, data).factor,
      cell: (row) => <Reached row={row} data={data} />,
    },
  ];
}

function Reached({ row, data }: { row: Row; data: SectionsResponse }) {
  const { saw, missed, factor } = compareSection(row, data);
  if (saw === null) return <span className="text-ink-muted">too few visitors</span>;
  return (
    <>
      {factor !== null && <span className="font-medium">{formatAverage(factor)}× as often</span>}
      <span className="block text-ink-muted text-xs">
        {formatFineShare(saw)}
        {missed === null ? "" : ` instead of ${formatFineShare(missed)}`}
      </span>
    </>
  );
}

interface SectionNameProps {
  row: Row;
  /** Whether it is missing from the drawn page. */
  isMissing: boolean;
  onPoint: SectionTableProps["onPoint"];
}

function SectionName({ row, isMissing, onPoint }: SectionNameProps) {
  const selector = selectorOf(row);
  const name = (
    <span className="wrap-anywhere">
      <span className="mr-2 text-ink-muted tabular-nums">{row.number}</span>
      {row.section}
    </span>
  );
  if (isMissing)
    return (
      <>
        {name}
        <span className="block text-ink-muted text-xs">not in this version of the page</span>
      </>
    );
  return (
    <button
      type="button"
      title="Show on the page"
      onClick={() => onPoint(selector)}
      onPointerEnter={() => onPoint(selector)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(selector)}
      className="text-left underline-offset-4 hover:underline"
    >
      {name}
    </button>
  );
}
