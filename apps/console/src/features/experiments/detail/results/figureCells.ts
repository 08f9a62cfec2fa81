import type { Metric } from "@marquee/contract";
import type { MetricResult, VariationFigures } from "@marquee/contract/schema";
import { formatCount, formatCounted } from "../../../../shared/format/format.ts";
import {
  formatChance,
  formatDifference,
  formatInterval,
  formatLift,
  formatLoss,
  formatMean,
  formatPValue,
  pText,
  UNKNOWN,
} from "./formatFigures.ts";

export interface FigureCell {
  label: string;
  value: string;
  /** Lines below it. */
  notes?: string[];
}

/** How many columns are a variation's own; those after them compare it with the control. */
export const OWN_COLUMNS = 2;

/** The names of the columns of a metric, after that of the variation. */
export function columnsOf(metric: Metric): string[] {
  return [
    "Visitors",
    meanName(metric),
    "Lift",
    "Chance to be better",
    "Expected loss",
    "p-value",
    "Lift, at any time",
  ];
}

/** One variation's figures in the order of {@link columnsOf}; the control has only its own. */
export function cellsOf({ metric, variations }: MetricResult, figures: VariationFigures): FigureCell[] {
  const [control] = variations;
  const own: FigureCell[] = [
    { label: "Visitors", value: formatCount(figures.users) },
    { label: meanName(metric), value: formatMean(metric, figures.mean), notes: [totalText(metric, figures)] },
  ];
  if (!control || figures === control) return own;
  const told = <Value>(value: Value | null, format: (value: Value) => string) =>
    value === null ? UNKNOWN : format(value);
  return [
    ...own,
    {
      label: "Lift",
      value: told(figures.lift, formatLift),
      notes: [
        ...(figures.credible ? [formatInterval(figures.credible)] : []),
        formatDifference(metric, figures.mean - control.mean),
      ],
    },
    { label: "Chance to be better", value: told(figures.chanceToWin, formatChance) },
    { label: "Expected loss", value: told(figures.expectedLoss, formatLoss) },
    { label: "p-value", value: told(figures.pValue, formatPValue) },
    {
      label: "Lift, at any time",
      value: told(figures.sequential, formatInterval),
      ...(figures.sequentialPValue === null ? {} : { notes: [pText(figures.sequentialPValue)] }),
    },
  ];
}

function meanName({ type }: Metric): string {
  return type === "conversion" ? "Conversion" : "Per visitor";
}

function totalText({ type }: Metric, { total }: VariationFigures): string {
  return type === "conversion" ? formatCounted(total, "visitor") : `${formatCount(Math.round(total))} in all`;
}
