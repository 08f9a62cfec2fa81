import {
  type ExperimentDefinition,
  type FlagDefinition,
  type Json,
  SITE_BANNER_FLAG,
  type ValueType,
} from "@marquee/contract";
import { FlagFileSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { schemaProblem } from "../../content/schemaProblem.ts";

const bannerValidator = Compile(FlagFileSchema);

/** What is wrong with an experiment on a flag: the flag, or values that it cannot answer. */
export function flagProblems({ flag, page, variations }: ExperimentDefinition, found: FlagDefinition | null) {
  const pageProblems = page === "" ? [] : ["page: An experiment on a flag has no page; leave it empty."];
  if (!found) return [...pageProblems, `flag: There is no flag ${flag}; create it first.`];
  if (found.isArchived)
    return [...pageProblems, `flag: ${flag} is archived; take it out of the archive first.`];
  const values = variations.map(({ value }, index) =>
    valueProblem(found, value, `variations.${index}.value`),
  );
  return [...pageProblems, ...values.filter((problem) => problem !== null)];
}

function valueProblem({ key, type }: FlagDefinition, value: Json, place: string): string | null {
  if (!FITS[type](value)) return `${place}: ${key} is a ${type} flag; ${EXPECTED[type]}.`;
  return key === SITE_BANNER_FLAG ? bannerProblem(value, place) : null;
}

const FITS: Record<ValueType, (value: Json) => boolean> = {
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  json: (value) => value !== undefined,
};
const EXPECTED: Record<ValueType, string> = {
  boolean: "its value is true or false",
  string: "its value is a text",
  number: "its value is a number",
  json: "it needs a value",
};

function bannerProblem(value: Json, place: string): string | null {
  const file = { [SITE_BANNER_FLAG]: value };
  if (bannerValidator.Check(file)) return null;
  const [first] = bannerValidator.Errors(file);
  const { place: inside, problem } = schemaProblem(first);
  return `${place}${inside.slice(SITE_BANNER_FLAG.length)}: ${problem}`;
}
