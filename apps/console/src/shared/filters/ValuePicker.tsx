import { type FilterDimension, formatCount, type QueryRow } from "@marquee/contract";
import { Input } from "@marquee/ui";
import { useState } from "react";
import type { FilterOperator } from "../address/filters.ts";
import type { Scope } from "../address/scope.ts";
import { toQuestion } from "../address/toQuestion.ts";
import { useDebounced } from "../form/useDebounced.ts";
import { useQuestion } from "../query/useQuestion.ts";
import { Skeleton } from "../ui/states.tsx";
import { hasTitles, valueTitle } from "./dimensionTexts.ts";

interface ValuePickerProps {
  dimension: FilterDimension;
  operator: FilterOperator;
  /** Values are listed within this scope. */
  scope: Scope;
  chosen: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** Maximum number of listed values. */
const LISTED = 50;
/** Values with titles are all loaded, because the server does not know their titles. */
const LISTED_WITH_TITLES = 500;

/** Picks values from the recorded ones, with counts, or accepts typed ones. */
export function ValuePicker({ dimension, operator, scope, chosen, onChange }: ValuePickerProps) {
  const [text, setText] = useState("");
  const typed = text.trim();
  const searched = useDebounced(typed);
  const isPart = operator.startsWith("contains");
  const isKnown = hasTitles(dimension);
  const values = useQuestion(
    isPart
      ? null
      : toQuestion(scope, Date.now(), {
          metrics: ["visitors"],
          dimensions: [dimension],
          order_by: [["visitors", "desc"]],
          pagination: { limit: isKnown ? LISTED_WITH_TITLES : LISTED },
          ...(searched &&
            !isKnown && { filters: [["contains", dimension, [searched], { case_sensitive: false }]] }),
        }),
  );
  const rows = values.data ? rowsOf(values.data.results, { dimension, typed, chosen }) : [];
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  const canAdd = typed !== "" && !chosen.includes(typed) && !rows.some(({ value }) => value === typed);
  const add = () => {
    onChange([...chosen, typed]);
    setText("");
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Values</legend>
      <div className="mt-1.5">
        <Input
          type="search"
          aria-label={isPart ? "Text" : "Search values"}
          placeholder={isPart ? "Text to find" : "Search, or type a value"}
          value={text}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || typed === "") return;
            event.preventDefault();
            const only = rows.length === 1 ? rows[0] : undefined;
            if (only && isKnown) toggle(only.value);
            else if (!chosen.includes(typed)) add();
          }}
          className="w-full placeholder:text-ink-muted"
        />
      </div>
      <ul className="mt-2 max-h-64 min-h-28 overflow-y-auto rounded-sm border border-hairline p-1">
        {canAdd && (
          <li>
            <button
              type="button"
              onClick={add}
              className="wrap-anywhere flex min-h-9 w-full items-center rounded-sm px-2 text-left text-accent-strong hover:bg-surface-sunken"
            >
              Add “{typed}”
            </button>
          </li>
        )}
        {(isPart ? chosen.map((value) => ({ value, count: null })) : rows).map(({ value, count }) => (
          <li key={value}>
            <label className="flex min-h-9 items-center gap-2.5 rounded-sm px-2 hover:bg-surface-sunken">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="wrap-anywhere min-w-0 flex-1">{valueTitle(dimension, value)}</span>
              {count !== null && (
                <span className="text-ink-muted text-xs tabular-nums">{formatCount(count)}</span>
              )}
            </label>
          </li>
        ))}
        {values.isLoading && <Skeleton className="m-2 h-20" />}
        {values.isError && <li className="px-2 py-1.5 text-ink-muted">{values.error.message}</li>}
        {values.data && rows.length === 0 && !canAdd && (
          <li className="px-2 py-1.5 text-ink-muted">No values in this date range. Type one to add it.</li>
        )}
      </ul>
    </fieldset>
  );
}

interface ListedValue {
  value: string;
  /** Number of visitors; null if unknown. */
  count: number | null;
}

interface RowsOptions extends Pick<ValuePickerProps, "dimension" | "chosen"> {
  /** Part of a value or title, ignoring case. */
  typed: string;
}

/** Chosen values that are not listed first, then recorded ones that match. */
function rowsOf(results: readonly QueryRow[], { dimension, typed, chosen }: RowsOptions): ListedValue[] {
  const counts = new Map(
    results.map(({ dimensions: [value = ""], metrics: [count] }) => [value, count ?? null]),
  );
  const wanted = typed.toLowerCase();
  const matches = (value: string) =>
    value.toLowerCase().includes(wanted) || valueTitle(dimension, value).toLowerCase().includes(wanted);
  const listed = [...counts.keys()].filter((value) => value !== "" && matches(value));
  return [...chosen.filter((value) => !listed.includes(value)), ...listed].map((value) => ({
    value,
    count: counts.get(value) ?? null,
  }));
}
