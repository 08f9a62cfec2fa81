import { campaignValue, NOT_SET, readablePath, sourceOf } from "@marquee/contract";
import type { ValueNames } from "./question.types.ts";

const PAGES = new Set(["event:page", "visit:entry_page", "visit:exit_page", "lead:page"]);
const isCampaign = (dimension: string) => dimension.startsWith("visit:utm_");
/** Bytes of characters that are not ASCII; others may mean something in a pattern. */
const ENCODED_CHARACTERS = /(?:%[89a-f][\da-f])+/gi;

interface Compared {
  dimension: string;
  /** Without `_not`. */
  kind: string;
  values: readonly string[];
  /** What the dimension's values are compared by, if not by what is stored. */
  names?: ValueNames | undefined;
}

/**
 * What a filter compares with, in the form that the store has: paths decoded, campaigns in lower case, known sites by their names, too. So people find a value by what
 * they see, and by what stands in their links.
 */
export function storedValues({ dimension, kind, values, names }: Compared): {
  values: string[];
  ignoresCase: boolean;
} {
  const isPattern = kind === "matches";
  const read = (value: string): string | string[] => {
    const name = kind === "is" ? nameOf(value, names) : undefined;
    if (name !== undefined) return name;
    if (value === NOT_SET) return value;
    if (PAGES.has(dimension))
      return isPattern ? value.replace(ENCODED_CHARACTERS, readablePath) : readablePath(value);
    if (isPattern) return isCampaign(dimension) || dimension === "visit:source" ? `(?i)${value}` : value;
    if (isCampaign(dimension)) return campaignValue(value);
    if (dimension === "visit:source" && kind === "is" && campaignValue(value) !== "")
      return [
        value,
        sourceOf({ utm: { source: value, medium: "", campaign: "" }, referrerHost: "", siteHosts: [] }),
      ];
    return value;
  };
  return { values: values.flatMap(read), ignoresCase: dimension === "visit:source" && kind === "contains" };
}

/** The name that a value, or its name, stands for. */
function nameOf(value: string, names: ValueNames = {}): string | undefined {
  if (Object.values(names).includes(value)) return value;
  const stored = value === NOT_SET ? "" : value;
  return Object.hasOwn(names, stored) ? names[stored] : undefined;
}
