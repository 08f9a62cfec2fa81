import type { QueryFilter } from "@marquee/contract";
import { conditionText } from "../filterTexts.ts";

/** Filters in words, all of which must match. */
export function ConditionList({ filters }: { filters: readonly QueryFilter[] }) {
  const texts = filters.map(conditionText);
  return (
    <div>
      <h3 className="font-medium">{texts.length > 1 ? "All of these match" : "Filter"}</h3>
      <ul className="mt-1.5 grid gap-1.5">
        {[...new Set(texts)].map((text) => (
          <li key={text} className="wrap-anywhere rounded-sm bg-surface-sunken px-2.5 py-1.5">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
