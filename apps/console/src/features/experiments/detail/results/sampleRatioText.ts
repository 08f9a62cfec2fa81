import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsResponse } from "@marquee/contract/schema";
import { formatCount } from "../../../../shared/format/format.ts";
import { variationName } from "../../experimentTexts.ts";
import { pText } from "./formatFigures.ts";

const list = new Intl.ListFormat("en-US");

/**
 * The visitor split in a sentence: "3, 3 and 4 visitors: split as the weights specify." The plan is mentioned
 * only on a mismatch.
 */
export function sampleRatioText(
  { isMismatch, pValue, variations }: ResultsResponse["sampleRatio"],
  names: Pick<ExperimentDefinition, "variations">,
): string {
  if (!isMismatch) {
    const counts = list.format(variations.map(({ users }) => formatCount(users)));
    return `${counts} visitors: split as the weights specify.`;
  }
  const sizes = variations.map(
    ({ variation, users, expected }) =>
      `${variationName(names, variation)} ${formatCount(users)} of ${formatCount(Math.round(expected))} planned`,
  );
  return `Sample ratio mismatch: ${sizes.join(", ")}${pValue === null ? "" : ` (${pText(pValue)})`}.`;
}
