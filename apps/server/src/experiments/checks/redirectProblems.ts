import type { ExperimentDefinition, Json } from "@marquee/contract";
import { pathProblem } from "../../content/pathProblem.ts";
import type { ExperimentRow } from "../experimentRow.ts";

/** What is wrong with an experiment that leads from a page to others. */
export function redirectProblems(
  { key, flag, page, variations }: ExperimentDefinition,
  others: readonly ExperimentRow[],
  isPage: (path: string) => boolean = () => true,
): string[] {
  const expected = `redirect.${key}`;
  const problemOf = (path: Json) =>
    pathProblem(path) ??
    (isPage(String(path)) ? null : `There is no page ${path}. Visitors would see an error.`);
  const badPage = problemOf(page);
  return [
    ...(flag === expected
      ? []
      : [`flag: A redirect experiment uses the flag named after its key. Use ${expected}.`]),
    ...(badPage ? [`page: ${badPage}`] : []),
    ...variations.flatMap(({ value }, index) => {
      const problem = problemOf(value);
      return problem ? [`variations.${index}.value: ${problem}`] : [];
    }),
    ...(variations[0]?.value === page
      ? []
      : [`variations.0.value: The control stays on the page. Its value must be ${page}.`]),
    ...chainProblems({ page, variations }, others.filter(isInForce)),
  ];
}

/** Whether the experiment redirects visitors, now or after a start. */
function isInForce({ state, shipped, definition }: ExperimentRow): boolean {
  if (definition.kind !== "redirect") return false;
  return state !== "stopped" || (shipped !== null && shipped !== definition.variations[0]?.key);
}

/** A visitor is led once: no target is a page that leads on, so that there are no loops either. */
function chainProblems(
  { page, variations }: Pick<ExperimentDefinition, "page" | "variations">,
  others: readonly ExperimentRow[],
): string[] {
  return others.flatMap(({ definition: other }) => [
    ...variations.flatMap(({ value }, index) =>
      value !== page && value === other.page
        ? [
            `variations.${index}.value: The experiment ${other.name} redirects ${other.page}. Choose another page.`,
          ]
        : [],
    ),
    ...(page !== other.page && other.variations.some(({ value }) => value === page)
      ? [`page: The experiment ${other.name} redirects to ${page}. Redirects can't be chained.`]
      : []),
  ]);
}
