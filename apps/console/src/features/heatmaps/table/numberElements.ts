import type { Measured } from "../stage/stage.types.ts";
import type { ElementRow } from "./elementRows.ts";

/** As many elements are numbered as the eye takes in. */
const MOST_NUMBERS = 10;

/** Numbers of the elements clicked most among those that a page shows, from 1; none before a page is there. */
export function numberElements(
  rows: readonly ElementRow[],
  measured: readonly Pick<Measured, "missing">[],
): Map<string, number> {
  const seen = rows.filter(({ selector }) => measured.some(({ missing }) => !missing.has(selector)));
  return new Map(seen.slice(0, MOST_NUMBERS).map(({ selector }, index) => [selector, index + 1]));
}
