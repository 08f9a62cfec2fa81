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
  /** Names that the dimension's values are compared by, if not the stored ones. */
  names?: ValueNames | undefined;
}

/**
 * The values of a filter in their stored form: paths decoded, campaigns in lower case, known sites also by name. This way, people find a value both as displayed and
 * as in their links.
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

/** The name for a value or a name. */
function nameOf(value: string, names: ValueNames = {}): string | undefined {
  if (Object.values(names).includes(value)) return value;
  const stored = value === NOT_SET ? "" : value;
  return Object.hasOwn(names, stored) ? names[stored] : undefined;
}
