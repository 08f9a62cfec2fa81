import { Link, useSearch } from "wouter";
import { type DateRangeName, RANGES, readDateRange } from "./range.ts";
import { useHrefWith } from "./useFilters.ts";

/** The date range of the screen, kept in the URL next to other parameters. */
export function DateRangePicker() {
  const chosen = readDateRange(useSearch());
  const hrefWith = useHrefWith();
  return (
    <nav aria-label="Date range" className="flex rounded-sm border border-hairline p-0.5">
      {(Object.keys(RANGES) as DateRangeName[]).map((name) => (
        <Link
          key={name}
          href={hrefWith({ range: name })}
          aria-current={name === chosen ? "true" : undefined}
          className="rounded-[4px] px-2.5 py-1 hover:bg-surface-sunken aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-strong"
        >
          {RANGES[name].label}
        </Link>
      ))}
    </nav>
  );
}
