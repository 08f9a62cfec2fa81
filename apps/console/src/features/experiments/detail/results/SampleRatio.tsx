import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsAnswer } from "@marquee/contract/schema";
import { formatCounted } from "../../../../shared/format.ts";
import { sampleRatioText } from "./sampleRatioText.ts";

interface SampleRatioProps {
  results: ResultsAnswer;
  names: Pick<ExperimentDefinition, "variations">;
}

/** Whether visitors are split as the weights say; where not, nothing else can be read. */
export function SampleRatio({ results: { sampleRatio, sawSeveral }, names }: SampleRatioProps) {
  const { isMismatch } = sampleRatio;
  return (
    <div
      className={isMismatch ? "mt-6 border-clay border-l-2 bg-clay-soft px-3 py-2" : "mt-6 text-ink-muted"}
    >
      <p>
        <span className="tabular-nums">{sampleRatioText(sampleRatio, names)}</span>
        {sawSeveral > 0 &&
          ` ${formatCounted(sawSeveral, "visitor")} saw more than one variation and ${sawSeveral === 1 ? "is" : "are"} left out.`}
      </p>
    </div>
  );
}
