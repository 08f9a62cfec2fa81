import { type ContentChanges, contentFlag, type ExperimentDefinition } from "@marquee/contract";
import { changesProblem } from "../../flags/valueProblem.ts";

/** The context that texts of variations are checked against. */
export interface ContentContext {
  /** Path of a page whose texts can vary, without a language; undefined if there is none. */
  pathOfPage: (page: string) => string | undefined;
  /** Problems of the fields that a variation changes, checked like drafts. */
  checkChanges: (changes: ContentChanges) => string[];
}

/** Problems of a content experiment. */
export function contentProblems(
  { flag, page, variations }: ExperimentDefinition,
  { pathOfPage, checkChanges }: ContentContext,
): string[] {
  const expected = contentFlag(page);
  const flagProblem =
    flag === expected ? [] : [`flag: A text experiment uses the flag named after its page. Use ${expected}.`];
  if (pathOfPage(page) === undefined)
    return [...flagProblem, `page: There is no page ${page} with editable text.`];
  const [control] = variations;
  const isUnchanged = JSON.stringify(control?.value) === "{}";
  return [
    ...flagProblem,
    ...(isUnchanged ? [] : ["variations.0.value: The control is the original page. Its value must be {}."]),
    ...variations.flatMap(({ value }, index) => {
      const problem = changesProblem(page, value);
      const problems = problem ? [problem] : checkChanges(value as ContentChanges);
      return problems.map((each) => `variations.${index}.value: ${each}`);
    }),
  ];
}
