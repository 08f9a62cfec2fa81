import { Link, useSearch } from "wouter";
import { siteTime } from "../format/siteTime.ts";
import { type DateRangeName, RANGES, readDateRange } from "./range.ts";
import { useHrefWith } from "./useFilters.ts";

/** The date range of the screen, kept in the URL next to other parameters, and the time zone of all times on it. */
export function DateRangePicker() {
  const chosen = readDateRange(useSearch());
  const hrefWith = useHrefWith();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <nav aria-label="Date range" className="flex rounded-sm border border-hairline p-0.5">
        {(Object.keys(RANGES) as DateRangeName[]).map((name) => (
          <Link
            key={name}
            href={hrefWith({ range: name })}
            aria-current={name === chosen ? "true" : undefined}
            className="whitespace-nowrap rounded-[4px] px-2 py-1 hover:bg-surface-sunken aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-strong sm:px-2.5"
          >
            {RANGES[name].label}
          </Link>
        ))}
      </nav>
      <p className="text-ink-muted text-xs" title="Time zone of the site">
        {siteTime().timeZone.replaceAll("_", " ")}
      </p>
    </div>
  );
}
