import { formatAverage, formatCount } from "../../shared/format/format.ts";
import { shadeToHeat } from "./heat/palette.ts";

interface LegendStep {
  /** Part of the palette, from 0 to 1. */
  shade: number;
  /** The heat value it stands for. */
  text: string;
}

export interface LegendOptions {
  /** Heat of the darkest colour. */
  most: number;
  /** Whether heat is counted for each hundred sessions, so that unlike crowds can be compared. */
  isPerSessions: boolean;
}

const SHADES = [0.25, 0.5, 0.75, 1];

/** Colours with the heat of each; of those that would read alike, the darkest. */
export function legendSteps({ most, isPerSessions }: LegendOptions): LegendStep[] {
  const format = (heat: number) =>
    heat < 10 && isPerSessions ? formatAverage(heat) : formatCount(Math.max(1, Math.round(heat)));
  const steps = SHADES.map((shade) => ({ shade, text: format(shadeToHeat(shade, most)) }));
  return steps.filter(({ text }, index) => text !== steps[index + 1]?.text);
}
