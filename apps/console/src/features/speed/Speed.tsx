import { RATINGS } from "@marquee/contract";
import type { SpeedResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { keepPreviousData } from "@tanstack/react-query";
import { Redirect, useLocation, useSearch } from "wouter";
import { withMovedFilters } from "../../shared/address/moveFilters.ts";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { isFiltered, NO_FILTERS, useScope } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { MetricsLoading, QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { readVital } from "../../shared/vitals/vitals.tsx";
import { Resources } from "./Resources.tsx";
import { SlowPages } from "./SlowPages.tsx";
import { ViewTimings } from "./ViewTimings.tsx";
import { VitalChart } from "./VitalChart.tsx";
import { VitalPicker } from "./VitalPicker.tsx";

/** Heights of the screen's sections, from top to bottom, for the loading state. */
const HEIGHTS = ["h-36", "h-64", "h-72"];

/** Web vitals of visitors, and what pages loaded. The date range, filters and selected vital are in the URL. */
export function Speed(props: ScreenProps) {
  const [path] = useLocation();
  const moved = withMovedFilters(path, useSearch());
  return moved === null ? <VisitorsSpeed {...props} /> : <Redirect to={moved} replace />;
}

function VisitorsSpeed({ title }: ScreenProps) {
  const { scope, change } = useScope();
  const vital = readVital(new URLSearchParams(useSearch()).get("vital") ?? "");
  const speed = useRoute(
    "POST /query/speed",
    { body: { ...toQueryScope(scope), vital } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={false} />
      </ScreenHeader>
      <QueryView
        query={speed}
        loading={<MetricsLoading heights={HEIGHTS} />}
        empty={(data) =>
          isEmpty(data) && (
            <NothingMeasured isFiltered={isFiltered(scope)} onClear={() => change(NO_FILTERS)} />
          )
        }
        className="mt-5 grid gap-10"
      >
        {(data) => (
          <>
            <VitalPicker vitals={data.vitals} chosen={vital} />
            <VitalChart {...data} vital={vital} range={scope.range} />
            <SlowPages vital={vital} pages={data.pages} />
            <ViewTimings timings={data.timings} />
          </>
        )}
      </QueryView>
      <Resources scope={scope} />
      <p className="mt-8 max-w-prose text-ink-muted text-xs">
        Measured in visitors' browsers by this site's own library and by Datadog's client, each page view
        once. Bots and known customers are excluded.
      </p>
    </>
  );
}

function isEmpty({ vitals }: SpeedResponse): boolean {
  return Object.values(vitals).every(({ counts }) => RATINGS.every((rating) => counts[rating] === 0));
}

function NothingMeasured({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No matching page views"
        action={
          <Button variant="secondary" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        No matching measurements in this date range. Choose a longer one or remove a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No measurements in this date range">
      Browsers report web vitals when a visitor leaves the page or hides the tab. Open the site in a private
      window, because browsers signed in here aren't counted. Accept analytics, click something and close the
      tab. Measurements appear here within seconds.
    </EmptyState>
  );
}
