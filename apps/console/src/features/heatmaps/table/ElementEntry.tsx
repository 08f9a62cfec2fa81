import { describeSelector, formatAverage, formatCount } from "@marquee/contract";
import { useEffect, useMemo, useRef } from "react";
import { formatShare } from "../../../shared/format/format.ts";
import type { Column } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { TextLink } from "../../../shared/ui/links.tsx";
import type { ElementRow, ElementTableProps } from "./elementRows.ts";

interface ElementDetailsProps extends Pick<ElementTableProps, "sideNames" | "replaysLink"> {
  row: ElementRow;
}

interface FigureRow {
  figure: "clicks" | "rage" | "dead" | "sessions" | "visitors";
  label: string;
}

const FIGURES: readonly FigureRow[] = [
  { figure: "clicks", label: "Clicks" },
  { figure: "rage", label: "Rage clicks" },
  { figure: "dead", label: "Dead clicks" },
  { figure: "sessions", label: "Sessions" },
  { figure: "visitors", label: "Visitors" },
];
const FIGURE: Column<FigureRow> = {
  id: "figure",
  header: "Metric",
  className: "text-ink-muted",
  cell: ({ label }) => label,
};

type ElementEntryProps = Omit<ElementTableProps, "rows" | "hasMore"> & { row: ElementRow };

/** One element. A click expands it and outlines it on the page. */
export function ElementEntry(props: ElementEntryProps) {
  const { row, measured, sideNames, numbers, replaysLink, chosen, onPoint, onChoose } = props;
  const { selector } = row;
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = chosen === selector;
  const name = measured.map(({ names }) => names.get(selector)).find(Boolean) ?? describeSelector(selector);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <li className="border-hairline border-t">
      <button
        ref={button}
        type="button"
        aria-expanded={isChosen}
        onClick={() => onChoose(isChosen ? null : selector)}
        onPointerEnter={() => onPoint(selector)}
        onPointerLeave={() => onPoint(null)}
        onFocus={() => onPoint(selector)}
        onBlur={() => onPoint(null)}
        className="grid w-full grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2 py-2 pr-1 text-left hover:bg-surface-sunken aria-expanded:bg-surface-sunken"
      >
        <span className="text-right text-ink-muted text-xs tabular-nums leading-5">
          {numbers.get(selector)}
        </span>
        <span className="min-w-0">
          <span className="block truncate">{name}</span>
          <code className="block truncate text-ink-muted text-xs">{selector}</code>
        </span>
        <Heat {...row} />
      </button>
      {isChosen && <ElementDetails row={row} sideNames={sideNames} replaysLink={replaysLink} />}
    </li>
  );
}

/** Clicks and their share, or clicks per 100 sessions of both sides. */
function Heat({ sides }: ElementRow) {
  const [only, other] = sides;
  if (other) {
    return (
      <span className="flex gap-3 text-right tabular-nums">
        {sides.map(({ heat }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sides have a fixed order.
          <span key={index} className="w-10">
            {formatAverage(heat)}
          </span>
        ))}
      </span>
    );
  }
  return (
    <span className="text-right tabular-nums">
      {formatCount(only?.heat ?? 0)}
      <span className="block text-ink-muted text-xs">{formatShare(only?.element?.share ?? 0)}</span>
    </span>
  );
}

/** Counts of one element, side by side if two versions are compared. */
function ElementDetails({ row: { selector, sides }, sideNames, replaysLink }: ElementDetailsProps) {
  const columns = useMemo<Column<FigureRow>[]>(
    () => [
      FIGURE,
      ...sides.map(
        ({ element }, index): Column<FigureRow> => ({
          id: String(index),
          header: (sides.length > 1 && sideNames[index]) || "Count",
          isNumeric: true,
          cell: ({ figure }) => formatCount(element?.[figure] ?? 0),
        }),
      ),
    ],
    [sides, sideNames],
  );
  return (
    <div className="bg-surface-sunken pr-1 pb-3 pl-7 text-xs">
      <DataTable caption="Figures" columns={columns} rows={FIGURES} keyOf={({ figure }) => figure} />
      <code className="wrap-anywhere mt-2 block text-ink-muted">{selector}</code>
      <TextLink href={replaysLink.href} className="mt-2 inline-block">
        {replaysLink.label}
      </TextLink>
    </div>
  );
}
