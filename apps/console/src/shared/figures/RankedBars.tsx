import { formatCount } from "@marquee/contract";
import { useMemo } from "react";
import type { Column } from "../table/columns.ts";
import { DataTable } from "../table/DataTable.tsx";
import { TextLink } from "../ui/links.tsx";

/** A name and its count. */
export interface RankedRow {
  key: string;
  label: string;
  /** Short text next to the label. */
  note?: string | null;
  /** Link to what is counted. */
  href?: string;
  count: number;
}

interface RankedBarsProps {
  title: string;
  /** What is counted, as a sentence. */
  hint: string;
  /** Headers of the two columns. */
  nameHeader: string;
  countHeader: string;
  tone?: "leaf" | "clay";
  rows: readonly RankedRow[];
  /** Text shown if there are no rows. */
  none?: string;
}

const FILLS = { leaf: "fill-leaf/60", clay: "fill-clay/60" };

/** A ranked list, each row with a bar for its share of the largest. */
export function RankedBars(props: RankedBarsProps) {
  const { title, hint, nameHeader, countHeader, tone = "leaf", rows, none = "" } = props;
  const columns = useMemo<Column<RankedRow>[]>(() => {
    const most = Math.max(1, ...rows.map(({ count }) => count));
    const name = (row: RankedRow) => <RankedName row={row} share={row.count / most} fill={FILLS[tone]} />;
    return [
      { id: "name", header: nameHeader, cell: name },
      {
        id: "count",
        header: countHeader,
        isNumeric: true,
        width: "w-28",
        cell: ({ count }) => formatCount(count),
      },
    ];
  }, [rows, tone, nameHeader, countHeader]);
  return (
    <section className="min-w-0">
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 mb-1 text-ink-muted text-xs">{hint}</p>
      {rows.length === 0 ? (
        <p className="mt-3 border-hairline border-t py-2">{none}</p>
      ) : (
        <DataTable caption={title} columns={columns} rows={rows} keyOf={({ key }) => key} />
      )}
    </section>
  );
}

interface RankedNameProps {
  row: RankedRow;
  /** Share of the largest, from 0 to 1. */
  share: number;
  fill: string;
}

function RankedName({ row: { label, note, href }, share, fill }: RankedNameProps) {
  return (
    <>
      <span className="wrap-anywhere">
        {href ? <TextLink href={href}>{label}</TextLink> : label}{" "}
        {note && <span className="text-ink-muted text-xs">{note}</span>}
      </span>
      <svg aria-hidden="true" className="mt-1 block h-1 w-full" preserveAspectRatio="none" viewBox="0 0 1 1">
        <rect width={share} height="1" className={fill} />
      </svg>
    </>
  );
}
