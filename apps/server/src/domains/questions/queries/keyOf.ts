import type { Bindings } from "./bindings.ts";
import { columnOf } from "./conditions.ts";
import { bucketOf, isTime, named, orNotSet, VARIATION } from "./dimensionColumns.ts";
import type { Question } from "./question.types.ts";

interface Keyed {
  question: Pick<Question, "names" | "weekStart">;
  bindings: Bindings;
  /** Expression of when a row happened. */
  time: string;
}

/** Expression of a dimension's value in the response, on a visit, page view, event or lead. */
export function keyOf(
  dimension: Question["dimensions"][number],
  { question, bindings, time }: Keyed,
): string {
  if (isTime(dimension)) return bucketOf(dimension, time, question.weekStart);
  if (dimension === VARIATION)
    return orNotSet("toString(arrayJoin(if(empty(variations), [''], variations)))");
  return orNotSet(named(columnOf(dimension, bindings), question.names?.[dimension]));
}
