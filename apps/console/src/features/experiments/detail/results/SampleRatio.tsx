import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsAnswer } from "@marquee/contract/schema";
import { formatCount, formatCounted } from "../../../../shared/format.ts";
import { variationName } from "../../experimentTexts.ts";
import { pText } from "./formatFigures.ts";

interface SampleRatioProps {
  results: ResultsAnswer;
  names: Pick<ExperimentDefinition, "variations">;
}

/** Whether visitors are split as the weights say; where not, nothing else can be read. */
export function SampleRatio({ results: { sampleRatio, sawSeveral }, names }: SampleRatioProps) {
  const { isMismatch, pValue, variations } = sampleRatio;
  const sizes = variations
    .map(
      ({ variation, users, expected }) =>
        `${variationName(names, variation)} ${formatCount(users)} of ${formatCount(Math.round(expected))} planned`,
    )
    .join(", ");
  return (
    <div
      className={isMismatch ? "mt-6 border-clay border-l-2 bg-clay-soft px-3 py-2" : "mt-6 text-ink-muted"}
    >
      <p>
        {isMismatch ? "Not split as planned: " : "Split as planned: "}
        <span className="tabular-nums">{sizes}</span>
        {pValue !== null && <span className="tabular-nums"> ({pText(pValue)})</span>}.
        {sawSeveral > 0 &&
          ` ${formatCounted(sawSeveral, "visitor")} saw more than one variation and ${sawSeveral === 1 ? "is" : "are"} left out.`}
      </p>
    </div>
  );
}
