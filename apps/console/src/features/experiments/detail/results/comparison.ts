import type { ResultsAnswer } from "@marquee/contract/schema";
import { formatChance, formatInterval, formatLift, formatMean } from "./formatFigures.ts";

/** How a variation does by one metric, in one to three sentences: "Form sent: 12.00% against 10.00%, a lift of +20%. However often one looks, it lies between …; the chance that …" */
export function comparison({ metrics }: ResultsAnswer, id: string, key: string): string {
  const result = metrics.find(({ metric }) => metric.id === id);
  const [control] = result?.variations ?? [];
  const own = result?.variations.find(({ variation }) => variation === key);
  if (!result || !control || !own) return "";
  const { metric } = result;
  const lift = own.lift === null ? "" : `, a lift of ${formatLift(own.lift)}`;
  return [
    `${metric.name}: ${formatMean(metric, own.mean)} against ${formatMean(metric, control.mean)}${lift}.`,
    own.sequential &&
      `However often one looks, the lift lies between ${formatInterval(own.sequential).replace(" to ", " and ")}.`,
    own.chanceToWin !== null && `The chance that it is better is ${formatChance(own.chanceToWin)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
