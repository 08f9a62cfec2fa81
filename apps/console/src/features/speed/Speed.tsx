import { RATINGS } from "@marquee/contract";
import type { SpeedResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { readDateRange, toOverviewQuery } from "../../shared/address/range.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { MetricsLoading, QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { readVital } from "../../shared/vitals/vitals.tsx";
import { SlowPages } from "./SlowPages.tsx";
import { SPEED_FILTER_NAMES, type SpeedFilterName, toSpeedFilter } from "./speedFilters.ts";
import { ViewTimings } from "./ViewTimings.tsx";
import { VitalChart } from "./VitalChart.tsx";
import { VitalPicker } from "./VitalPicker.tsx";

interface SpeedFiltersProps extends Pick<SpeedResponse, "devices" | "countries" | "variations"> {
  values: Record<SpeedFilterName, string>;
  onChange: (change: Partial<Record<SpeedFilterName, string>>) => void;
}

const same = (value: string) => [value, value] as const;

const NO_FILTER = { device: "", country: "", variation: "" };

/** Heights of the screen's sections, from top to bottom, for the loading state. */
const HEIGHTS = ["h-14", "h-36", "h-64", "h-72"];

/** Web vitals of the site's visitors. The date range, filters and selected vital are in the URL. */
export function Speed({ title }: ScreenProps) {
  const search = useSearch();
  const range = readDateRange(search);
  const vital = readVital(new URLSearchParams(search).get("vital") ?? "");
  const [filters, setFilters] = useFilters(SPEED_FILTER_NAMES);
  const speed = useQuery({
    queryKey: ["speed", range, vital, filters],
    queryFn: () =>
      request("GET /speed", {
        query: { ...toOverviewQuery(range, new Date()), ...toSpeedFilter(filters), vital },
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>
        <DateRangePicker />
      </ScreenHeader>
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        Measured in visitors' browsers. Bots and known customers are excluded.
      </p>
      <QueryView query={speed} loading={<MetricsLoading heights={HEIGHTS} />}>
        {(data) => (
          <>
            <SpeedFilters {...data} values={filters} onChange={setFilters} />
            {isEmpty(data) ? (
              <NothingMeasured
                isFiltered={SPEED_FILTER_NAMES.some((name) => filters[name])}
                onClear={() => setFilters(NO_FILTER)}
              />
            ) : (
              <div className="mt-5 grid gap-10">
                <VitalPicker vitals={data.vitals} chosen={vital} />
                <VitalChart {...data} vital={vital} range={range} />
                <SlowPages vital={vital} pages={data.pages} range={range} filters={filters} />
                <ViewTimings timings={data.timings} />
              </div>
            )}
          </>
        )}
      </QueryView>
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
      window, because visits of a browser that is signed in here are not counted. Accept analytics, click
      something and close the tab. Measurements appear here within seconds.
    </EmptyState>
  );
}

/** Filter options for page views. A selected option stays visible even if the date range has no data for it. */
function SpeedFilters({ values, devices, countries, variations, onChange }: SpeedFiltersProps) {
  const set = (name: SpeedFilterName) => (value: string) => onChange({ [name]: value });
  const withChosen = (choices: readonly (readonly [string, string])[], chosen: string) =>
    chosen === "" || choices.some(([value]) => value === chosen) ? choices : [...choices, same(chosen)];
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-[10rem_10rem_minmax(0,20rem)]">
      <FilterSelect
        label="Device"
        all="All devices"
        value={values.device}
        choices={withChosen(devices.map(same), values.device)}
        onChange={set("device")}
      />
      <FilterSelect
        label="Country"
        all="All countries"
        value={values.country}
        choices={withChosen(countries.map(same), values.country)}
        onChange={set("country")}
      />
      {(variations.length > 0 || values.variation) && (
        <div className="max-md:col-span-2">
          <FilterSelect
            label="Variation seen"
            all="Any variation"
            value={values.variation}
            choices={withChosen(
              variations.map(({ value, experiment, variation }) => [value, `${experiment}: ${variation}`]),
              values.variation,
            )}
            onChange={set("variation")}
          />
        </div>
      )}
    </search>
  );
}
