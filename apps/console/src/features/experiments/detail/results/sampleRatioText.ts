import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsResponse } from "@marquee/contract/schema";
import { formatCount } from "../../../../shared/format/format.ts";
import { variationName } from "../../experimentTexts.ts";
import { pText } from "./formatFigures.ts";

const list = new Intl.ListFormat("en-GB");

/** How visitors are split, in a sentence: "3, 3 and 4 visitors: as even as the weights ask." What was planned is told only where it did not come so. */
export function sampleRatioText(
  { isMismatch, pValue, variations }: ResultsResponse["sampleRatio"],
  names: Pick<ExperimentDefinition, "variations">,
): string {
  if (!isMismatch) {
    const counts = list.format(variations.map(({ users }) => formatCount(users)));
    return `${counts} visitors: as even as the weights ask.`;
  }
  const sizes = variations.map(
    ({ variation, users, expected }) =>
      `${variationName(names, variation)} ${formatCount(users)} of ${formatCount(Math.round(expected))} planned`,
  );
  return `Not split as planned: ${sizes.join(", ")}${pValue === null ? "" : ` (${pText(pValue)})`}.`;
}
