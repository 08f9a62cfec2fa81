import { formatAverage, formatCount, formatMoney, type NamedDimension, NOT_SET } from "@marquee/contract";
import {
  ATTRIBUTION_MODEL_TITLES,
  ATTRIBUTION_MODELS,
  type AttributionDimension,
  type AttributionModel,
  type AttributionQuery,
  type AttributionRow,
} from "@marquee/contract/schema";
import { valueTitle } from "../filters/dimensionTexts.ts";

/** Which outcome gets credit, and how. */
export type AttributionChoice = Pick<
  AttributionQuery,
  "outcome" | "dimension" | "lookBackDays" | "halfLifeDays" | "skipsDirect"
>;

/** A row of the table. */
export interface CostedRow extends AttributionRow {
  /** In the currency of leads; null without costs. */
  cost: number | null;
}

/** Names of models, and what each gives credit to. */
export const MODEL_TEXTS: Record<AttributionModel, { title: string; about: string }> = {
  first: {
    title: ATTRIBUTION_MODEL_TITLES.first,
    about: "All credit goes to the first visit in the look-back window.",
  },
  last: {
    title: ATTRIBUTION_MODEL_TITLES.last,
    about: "All credit goes to the visit with the conversion, as in the Overview.",
  },
  linear: { title: ATTRIBUTION_MODEL_TITLES.linear, about: "Every visit gets the same credit." },
  position: {
    title: ATTRIBUTION_MODEL_TITLES.position,
    about: "40% goes to the first visit, 40% to the last, and 20% to those between.",
  },
  decay: {
    title: ATTRIBUTION_MODEL_TITLES.decay,
    about: "A visit one half-life earlier gets half the credit.",
  },
};

export const DIMENSION_TABS: readonly (readonly [AttributionDimension, name: string])[] = [
  ["visit:channel", "Channel"],
  ["visit:source", "Source"],
  ["visit:utm_campaign", "Campaign"],
  ["visit:entry_page", "Landing page"],
  ["section", "Section"],
  ["visit:variation", "Variation"],
];

/** The title of a row. */
export function rowTitle(dimension: AttributionDimension, value: string): string {
  return valueTitle(dimension as NamedDimension, value);
}

/** Formats credit: a share of conversions, or of an amount. */
export function formatCredit(value: number, isMoney: boolean): string {
  return isMoney ? formatMoney(Math.round(value)) : formatAverage(value);
}

/** Formats the total: whole conversions, or an amount. */
export function formatTotal(value: number, isMoney: boolean): string {
  return isMoney ? formatMoney(Math.round(value)) : formatCount(Math.round(value));
}

/** A difference with its sign. */
export function formatDifference(value: number, isMoney: boolean): string {
  return `${value < 0 ? "−" : "+"}${formatCredit(Math.abs(value), isMoney)}`;
}

export const LAST = ATTRIBUTION_MODELS.indexOf("last");

/** A row's credit in a model, compared with the last touch, the model of other screens. */
export interface Move {
  value: string;
  model: AttributionModel;
  /** In units of the outcome; negative for a loss. */
  difference: number;
}

interface Credited {
  value: string;
  credits: readonly number[];
}

/** The row and model with the largest gain over the last touch, and those with the largest loss; null for none. Visits without a value are excluded. */
export function largestMoves(rows: readonly Credited[]): { gain: Move | null; loss: Move | null } {
  let gain: Move | null = null;
  let loss: Move | null = null;
  for (const { value, credits } of rows.filter((row) => row.value !== NOT_SET))
    for (const [index, model] of ATTRIBUTION_MODELS.entries()) {
      const difference = (credits[index] ?? 0) - (credits[LAST] ?? 0);
      if (difference >= SMALLEST && difference > (gain?.difference ?? 0)) gain = { value, model, difference };
      if (difference <= -SMALLEST && difference < (loss?.difference ?? 0))
        loss = { value, model, difference };
    }
  return { gain, loss };
}

/** Smaller differences round to zero. */
const SMALLEST = 0.05;
