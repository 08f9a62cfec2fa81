import { formatCount, formatCounted, formatFineShare } from "@marquee/contract";
import {
  ESTIMATE_VISITORS,
  type EstimateNeed,
  type RemainingTime,
  type ResultsResponse,
} from "@marquee/contract/schema";
import { useId } from "react";
import { durationText } from "../../experimentTexts.ts";
import { fewestUsers, type Outcome, type VerdictText, verdictText } from "./verdictText.ts";

interface VerdictLineProps {
  results: ResultsResponse;
  outcome: Outcome;
}

const LOOKS: Record<VerdictText["tone"], string> = {
  good: "border-leaf",
  bad: "border-clay",
  open: "border-control",
};

/** The verdict, shown above the numbers. */
export function VerdictLine({ results, outcome }: VerdictLineProps) {
  const { tone, sentence, details } = verdictText(results, outcome);
  return (
    <section aria-label="Verdict" className={`border-l-4 pl-4 ${LOOKS[tone]}`}>
      <h2 className="text-balance font-display text-title">{sentence}</h2>
      <p className="mt-1.5 max-w-prose tabular-nums">{details}</p>
    </section>
  );
}

/**
 * Progress toward the required number of visitors, while it is too early for a verdict. The smallest variation counts. Renders nothing if
 * that number is unknown.
 */
export function Progress({ results }: { results: ResultsResponse }) {
  const id = useId();
  const { usersNeeded, verdict } = results;
  if (verdict.kind !== "too-early" || usersNeeded === null) return null;
  const { remaining } = verdict;
  const seen = Math.min(fewestUsers(results), usersNeeded);
  return (
    <div className="mt-4 max-w-xl">
      <progress
        id={id}
        max={usersNeeded}
        value={seen}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-surface-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <label
        htmlFor={id}
        className="mt-1 flex flex-wrap justify-between gap-x-4 text-ink-muted text-xs tabular-nums"
      >
        <span>
          {formatCount(seen)} of {formatCounted(usersNeeded, "visitor")},{" "}
          {formatFineShare(seen / usersNeeded)}
        </span>
        {remaining && <span>{remainingText(remaining)}</span>}
      </label>
    </div>
  );
}

/** The remaining time, or what an estimate needs first. */
export function remainingText(remaining: RemainingTime): string {
  if (remaining.kind === "days") return `${durationText(remaining.days)} left at the current rate`;
  return ESTIMATES[remaining.missing];
}

const ESTIMATES: Record<EstimateNeed, string> = {
  "first-day": "Estimate after the first full day",
  visitors: `Estimate after ${ESTIMATE_VISITORS} visitors`,
  conversions: "Estimate after the control's first conversions",
  steady: "Estimate once the daily rates are steady",
};
