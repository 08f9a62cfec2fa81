import { formatCount } from "@marquee/contract";
import { Input } from "@marquee/ui";
import { useId, useState } from "react";

export interface Pick {
  /** Unique in the list. */
  id: string;
  label: string;
  /** Shown below the label. */
  note?: string;
  /** Matched by the search, but not displayed. */
  keywords?: readonly string[];
  /** How often it was recorded in the last 30 days; null for an entry that means all. */
  count: number | null;
}

interface PickListProps {
  legend: string;
  /** ID of the picked entry; null without one. */
  value: string | null;
  picks: readonly Pick[];
  /** Text shown if nothing was recorded. */
  none: string;
  /** Creates an entry from a search text that was never recorded; null if it is invalid. */
  custom?: (text: string) => Pick | null;
  onPick: (id: string) => void;
}

/** Maximum number of rows. A search finds the others. */
const MAX_SHOWN = 40;
/** Lists up to this length need no search. */
const SHORT = 6;

/** The entries that a search finds, by any part of their name. */
export function findPicks(picks: readonly Pick[], search: string): readonly Pick[] {
  const text = search.trim().toLowerCase();
  if (text === "") return picks;
  return picks.filter(({ id, label, note = "", keywords = [] }) =>
    [id, label, note, ...keywords].some((each) => each.toLowerCase().includes(text)),
  );
}

/** A searchable list to pick one recorded item from, with how often each was recorded. */
export function PickList({ legend, value, picks, none, custom, onPick }: PickListProps) {
  const name = useId();
  const [search, setSearch] = useState("");
  const text = search.trim().toLowerCase();
  const matching = findPicks(picks, search);
  const customPick =
    text === "" || picks.some(({ id }) => id === search.trim()) ? null : custom?.(search.trim());
  // The picked entry stays visible during a search.
  const picked = value === null ? undefined : (picks.find(({ id }) => id === value) ?? unrecorded(value));
  const visiblePicks = [...matching.slice(0, MAX_SHOWN), ...(customPick ? [customPick] : [])];
  const rows =
    picked && !visiblePicks.some(({ id }) => id === picked.id) ? [picked, ...visiblePicks] : visiblePicks;
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      {(picks.length > SHORT || custom) && (
        <Input
          size="sm"
          type="search"
          aria-label={`Search: ${legend}`}
          placeholder="Search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter would submit the dialog's form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          autoComplete="off"
          spellCheck={false}
          className="mt-1.5 w-full"
        />
      )}
      {rows.length === 0 ? (
        <p className="mt-2 text-ink-muted">{picks.length === 0 && text === "" ? none : "Nothing matches."}</p>
      ) : (
        <ul className="mt-2 max-h-50 overflow-y-auto rounded-sm border border-hairline">
          {rows.map((pick) => (
            <li key={pick.id} className="border-hairline border-b last:border-b-0">
              <label className="flex min-h-10 cursor-pointer items-center gap-2.5 px-3 py-1.5 hover:bg-surface-sunken has-checked:bg-accent-soft">
                <input
                  type="radio"
                  name={name}
                  value={pick.id}
                  checked={pick.id === value}
                  onChange={() => onPick(pick.id)}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="wrap-anywhere min-w-0 flex-1">
                  {pick.label}
                  {pick.note && <span className="block text-ink-muted text-xs">{pick.note}</span>}
                </span>
                <span className="shrink-0 text-ink-muted text-xs tabular-nums">
                  {pick.count === null ? "" : pick.count === 0 ? "not recorded" : formatCount(pick.count)}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {matching.length > MAX_SHOWN && (
        <p className="mt-1 text-ink-muted text-xs">
          {formatCount(matching.length - MAX_SHOWN)} more. Search to find them.
        </p>
      )}
    </fieldset>
  );
}

/** A picked entry that was not recorded in the last 30 days. */
function unrecorded(id: string): Pick {
  return { id, label: id, count: 0 };
}
