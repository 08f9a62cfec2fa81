import { NO_CONSENT } from "@marquee/contract";
import { ATTRIBUTION_MODELS, type AttributionResponse, type AttributionRow } from "@marquee/contract/schema";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo } from "react";
import { writeFilter } from "../../shared/address/filters.ts";
import { EVERYTHING, withFilter } from "../../shared/address/scope.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import {
  DIMENSION_TABS,
  formatCredit,
  formatDifference,
  LAST,
  largestMoves,
  MODEL_TEXTS,
  rowTitle,
} from "./attributionTexts.ts";
import type { AttributionChoice } from "./useAttribution.ts";

interface AttributionTableProps {
  data: AttributionResponse;
  choice: AttributionChoice;
  outcome: string;
}

/** Table width from which all models have a column, in CSS pixels. */
const ROOMY = 760;
const FULL = 1000;

/** Credit by model, one row per value. The cells that gain and lose most are marked. */
export function AttributionTable({ data: { rows, others }, choice, outcome }: AttributionTableProps) {
  const columns = useColumns(rows, choice);
  return (
    <>
      <DataTable
        caption={`${outcome} by attribution model`}
        columns={columns}
        rows={rows}
        keyOf={({ value }) => value}
        csv={{}}
      />
      {others && (
        <p className="text-ink-muted text-xs tabular-nums">
          {others.count.toLocaleString("en")} more with{" "}
          {formatCredit(others.credits[LAST] ?? 0, choice.outcome === "won_value")} by last touch in total.
        </p>
      )}
    </>
  );
}

function useColumns(rows: readonly AttributionRow[], choice: AttributionChoice): Column<AttributionRow>[] {
  const { scope } = useScope();
  return useMemo(() => {
    const { dimension, outcome } = choice;
    const isMoney = outcome === "won_value";
    const { gain, loss } = largestMoves(rows);
    const most = Math.max(...rows.flatMap(({ credits }) => credits), 1e-9);
    const hrefOf = (value: string) => {
      if (dimension === "section" || value === NO_CONSENT) return null;
      const filtered = withFilter(
        { ...EVERYTHING, range: scope.range },
        { operator: "is", dimension, values: [value] },
      );
      const params = new URLSearchParams(scope.range === EVERYTHING.range ? {} : { range: scope.range });
      for (const filter of filtered.filters) params.append("f", writeFilter(filter));
      return `/?${params}`;
    };
    const ofModel = (index: number): Column<AttributionRow> => {
      const model = ATTRIBUTION_MODELS[index] ?? "last";
      return {
        id: model,
        header: MODEL_TEXTS[model].title,
        hint: MODEL_TEXTS[model].about,
        isNumeric: true,
        width: "w-28",
        ...(index !== LAST && { from: index === 0 ? MEDIUM : ROOMY }),
        sortValue: ({ credits }) => credits[index] ?? 0,
        text: ({ credits }) => formatCredit(credits[index] ?? 0, isMoney),
        cell: ({ value, credits }) => {
          const move = [gain, loss].find((each) => each?.value === value && each.model === model);
          const shown = formatCredit(credits[index] ?? 0, isMoney);
          if (!move) return shown;
          const Arrow = move.difference > 0 ? ArrowUp : ArrowDown;
          return (
            <span
              className={clsx(
                "-my-1 -mr-2 inline-block rounded-sm px-2 py-1 font-medium",
                move.difference > 0 ? "bg-leaf-soft" : "bg-clay-soft",
              )}
            >
              {shown}
              <span className="flex items-center justify-end gap-0.5 text-xs">
                <Arrow aria-hidden="true" className="size-3" />
                {formatDifference(move.difference, isMoney)}
                <span className="sr-only">
                  {move.difference > 0 ? ", the largest gain over last touch" : ", the largest loss"}
                </span>
              </span>
            </span>
          );
        },
      };
    };
    return [
      {
        id: "value",
        header: DIMENSION_TABS.find(([each]) => each === dimension)?.[1] ?? "",
        isMain: true,
        className: "wrap-anywhere",
        text: ({ value }) => rowTitle(dimension, value),
        cell: ({ value }) => {
          const href = hrefOf(value);
          const name = rowTitle(dimension, value);
          return href ? (
            <TextLink href={href} title={`See ${name} in the Overview`}>
              {name}
            </TextLink>
          ) : (
            name
          );
        },
      },
      {
        id: "range",
        header: "Range of the models",
        isHeaderHidden: true,
        width: "w-40",
        from: FULL,
        text: () => "",
        folded: () => null,
        cell: ({ credits }) => <Range credits={credits} most={most} />,
      },
      ...ATTRIBUTION_MODELS.map((_, index) => ofModel(index)),
    ];
  }, [rows, choice, scope.range]);
}

const WIDTH = 152;
const HEIGHT = 20;
const RADIUS = 4;

/** The least and the most that models give a row, as a line, with a dot at the last touch. The numbers are beside it. */
function Range({ credits, most }: { credits: readonly number[]; most: number }) {
  const at = (credit: number) => RADIUS + (credit / most) * (WIDTH - 2 * RADIUS);
  const middle = HEIGHT / 2;
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="max-w-full"
    >
      <line x1={RADIUS} x2={WIDTH - RADIUS} y1={middle} y2={middle} className="stroke-hairline" />
      <line
        x1={at(Math.min(...credits))}
        x2={at(Math.max(...credits))}
        y1={middle}
        y2={middle}
        strokeWidth={4}
        strokeLinecap="round"
        className="stroke-leaf/40"
      />
      <circle cx={at(credits[LAST] ?? 0)} cy={middle} r={RADIUS} className="fill-leaf" />
    </svg>
  );
}
