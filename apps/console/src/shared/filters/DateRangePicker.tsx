import { useLocation } from "wouter";
import { isTooLong, MAX_DAYS, useDateRange } from "../address/range.ts";
import { useHrefWith } from "../address/useFilters.ts";
import { isFiltered, useScope } from "../address/useScope.ts";
import { RangeMenu } from "./RangeMenu.tsx";
import { TimeZone } from "./TimeZone.tsx";

/** The date range of a screen with its own filters, and the time zone of all times on it. */
export function DateRangePicker() {
  const range = useDateRange();
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  const { scope } = useScope();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:ml-auto sm:flex-row-reverse">
      <RangeMenu
        range={range}
        hrefOf={(name) => hrefWith({ range: name })}
        onChoose={(name) => navigate(hrefWith({ range: name }))}
      />
      <TimeZone />
      {isTooLong(range, Date.now()) && (
        <p className="text-ink-muted text-xs">This screen shows the last {MAX_DAYS} days.</p>
      )}
      {isFiltered(scope) && (
        <p className="text-ink-muted text-xs">The filters of Overview don’t apply to this screen.</p>
      )}
    </div>
  );
}
