import { formatMoney } from "@marquee/contract";
import {
  ATTRIBUTION_MODELS,
  type AttributionModel,
  type AttributionResponse,
} from "@marquee/contract/schema";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo } from "react";
import { type Column, MEDIUM } from "../table/columns.ts";
import { DataTable } from "../table/DataTable.tsx";
import { TextLink } from "../ui/links.tsx";
import {
  type AttributionChoice,
  type CostedRow,
  DIMENSION_TABS,
  formatCredit,
  formatDifference,
  LAST,
  largestMoves,
  MODEL_TEXTS,
  rowTitle,
} from "./attributionTexts.ts";

interface AttributionTableProps {
  others: AttributionResponse["others"];
  rows: readonly CostedRow[];
  choice: AttributionChoice;
  outcome: string;
  /** The model by whose credit costs are divided. */
  costModel: AttributionModel;
  /** URL of a screen about a value; null for none. */
  hrefOf: (value: string) => string | null;
  /** False if the table has another download. */
  hasDownload?: boolean;
}

/** Table width from which all models have a column, in CSS pixels. */
const ROOMY = 760;
const FULL = 1000;
const WIDEST = 1180;

/** Credit by model, one row per value. The largest gain and loss are marked. */
export function AttributionTable({
  rows,
  others,
  choice,
  outcome,
  costModel,
  hrefOf,
  hasDownload = true,
}: AttributionTableProps) {
  const columns = useColumns(rows, choice, { costModel, hrefOf });
  return (
    <>
      <DataTable
        caption={`${outcome} by attribution model`}
        columns={columns}
        rows={rows}
        keyOf={({ value }) => value}
        csv={hasDownload ? {} : null}
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

function useColumns(
  rows: readonly CostedRow[],
  choice: AttributionChoice,
  { costModel, hrefOf }: Pick<AttributionTableProps, "costModel" | "hrefOf">,
): Column<CostedRow>[] {
  return useMemo(() => {
    const { dimension, outcome } = choice;
    const isMoney = outcome === "won_value";
    const { gain, loss } = largestMoves(rows);
    const hasCosts = rows.some(({ cost }) => cost !== null);
    const most = Math.max(...rows.flatMap(({ credits }) => credits), 1e-9);
    const ofModel = (index: number): Column<CostedRow> => {
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
          const credit = formatCredit(credits[index] ?? 0, isMoney);
          if (!move) return credit;
          const Arrow = move.difference > 0 ? ArrowUp : ArrowDown;
          return (
            <span
              className={clsx(
                "-my-1 -mr-2 inline-block rounded-sm px-2 py-1 font-medium",
                move.difference > 0 ? "bg-leaf-soft" : "bg-clay-soft",
              )}
            >
              {credit}
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
        from: hasCosts ? WIDEST : FULL,
        text: () => "",
        folded: () => null,
        cell: ({ credits }) => <Range credits={credits} most={most} />,
      },
      ...ATTRIBUTION_MODELS.map((_, index) => ofModel(index)),
      ...(hasCosts ? costColumns(outcome, costModel) : []),
    ];
  }, [rows, choice, costModel, hrefOf]);
}

/** Columns for cost, and cost per lead, conversion or dollar won. */
function costColumns(outcome: AttributionChoice["outcome"], model: AttributionModel): Column<CostedRow>[] {
  const index = ATTRIBUTION_MODELS.indexOf(model);
  const per = ({ cost, credits }: CostedRow) => {
    const credit = credits[index] ?? 0;
    return cost === null || credit === 0 ? null : cost / credit;
  };
  const money = (value: number | null) => (value === null ? "–" : formatMoney(Math.round(value * 100) / 100));
  const headers = { leads: "Cost per lead", won_leads: "Cost per won lead", won_value: "Cost per $1 won" };
  return [
    {
      id: "cost",
      header: "Cost",
      isNumeric: true,
      width: "w-24",
      from: ROOMY,
      sortValue: ({ cost }) => cost,
      cell: ({ cost }) => money(cost),
      folded: ({ cost }) => (cost === null ? null : money(cost)),
    },
    {
      id: "per",
      header: typeof outcome === "number" ? "Cost per conversion" : headers[outcome],
      hint: `Cost divided by the credit by ${MODEL_TEXTS[model].title.toLowerCase()}.`,
      isNumeric: true,
      width: "w-32",
      from: MEDIUM,
      sortValue: per,
      cell: (row) => money(per(row)),
      folded: (row) => (row.cost === null ? null : money(per(row))),
    },
  ];
}

const WIDTH = 152;
const HEIGHT = 20;
const RADIUS = 4;

/** A row's lowest and highest credit as a line, with a dot at the last touch. The numbers are next to it. */
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
