import type { ExperimentDefinition, FlagDefinition } from "@marquee/contract";
import { valueProblem } from "../../flags/valueProblem.ts";

/** What is wrong with an experiment on a flag: the flag, or values that it cannot answer. */
export function flagProblems({ flag, page, variations }: ExperimentDefinition, found: FlagDefinition | null) {
  const pageProblems = page === "" ? [] : ["page: An experiment on a flag has no page; leave it empty."];
  if (!found) return [...pageProblems, `flag: There is no flag ${flag}; create it first.`];
  if (found.isArchived)
    return [...pageProblems, `flag: ${flag} is archived; take it out of the archive first.`];
  const values = variations.flatMap(({ value }, index) => {
    const problem = valueProblem(found, value);
    return problem ? [`variations.${index}.value: ${problem}`] : [];
  });
  return [...pageProblems, ...values];
}
