import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsResponse } from "@marquee/contract/schema";
import { type VerdictText, verdictText } from "./verdictText.ts";

interface VerdictLineProps {
  results: ResultsResponse;
  names: Pick<ExperimentDefinition, "variations" | "minimumEffect">;
  isRunning: boolean;
}

const LOOKS: Record<VerdictText["tone"], string> = {
  good: "border-leaf",
  bad: "border-clay",
  open: "border-control",
};

/** The verdict, shown above the numbers. */
export function VerdictLine({ results, names, isRunning }: VerdictLineProps) {
  const { tone, sentence, details, advice } = verdictText(results, names);
  return (
    <section aria-label="Verdict" className={`border-l-4 pl-4 ${LOOKS[tone]}`}>
      <h2 className="text-balance font-display text-title">{sentence}</h2>
      <p className="mt-1.5 max-w-prose tabular-nums">
        {details}
        {isRunning && advice && ` ${advice}`}
      </p>
    </section>
  );
}
