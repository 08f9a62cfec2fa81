import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { api } from "../../shared/api.ts";
import { FiguresLoading } from "../../shared/FiguresLoading.tsx";
import { RangePicker } from "../../shared/RangePicker.tsx";
import { readRange, toQuery } from "../../shared/range.ts";
import { ScreenHeader } from "../../shared/ScreenHeader.tsx";
import { Failure } from "../../shared/states.tsx";
import { useFilters } from "../../shared/useFilters.ts";
import { ClientSetup } from "./ClientSetup.tsx";
import { MonitoringBody } from "./MonitoringBody.tsx";
import { MonitoringFilters } from "./MonitoringFilters.tsx";
import { FILTER_NAMES, toMonitoredFilter } from "./monitoringFilters.ts";

/** What the parts of the screen take, from above. */
const HEIGHTS = ["h-14", "h-44", "h-56", "h-80"];

/** What Datadog's browser clients sent, of the site and of other applications. All that is chosen lives in the address. */
export function Monitoring() {
  const range = readRange(useSearch());
  const [values, setFilters] = useFilters(FILTER_NAMES);
  const filter = toMonitoredFilter(values);
  const monitored = useQuery({
    queryKey: ["monitoring", range, filter],
    queryFn: () => api.monitored({ ...toQuery(range, new Date()), ...filter }),
    placeholderData: keepPreviousData,
  });
  const { data } = monitored;
  return (
    <>
      <ScreenHeader title="Monitoring">{data?.hasEvents !== false && <RangePicker />}</ScreenHeader>
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        What Datadog's browser clients sent: those of your own applications, and of the share of this site's
        sessions that{" "}
        <Link href="/recording" className="underline underline-offset-4">
          Recording
        </Link>{" "}
        says.
      </p>
      {monitored.isPending && <FiguresLoading heights={HEIGHTS} />}
      {monitored.isError && !data && <Failure error={monitored.error} onRetry={() => monitored.refetch()} />}
      {data && !data.hasEvents && (
        <section className="mt-10 border-hairline border-t pt-8">
          <h2 className="mb-2 font-display font-semibold text-lead">Point an application here</h2>
          <ClientSetup intake={data.intake} />
        </section>
      )}
      {data?.hasEvents && (
        <div aria-busy={monitored.isPlaceholderData}>
          <MonitoringFilters choices={data.choices} values={values} onChange={setFilters} />
          <MonitoringBody {...{ range, filter }} answer={data} onClear={() => setFilters(NO_FILTER)} />
          <details className="mt-10 border-hairline border-t pt-4">
            <summary className="w-fit font-medium">Point another application here</summary>
            <div className="mt-3">
              <ClientSetup intake={data.intake} />
            </div>
          </details>
        </div>
      )}
    </>
  );
}

const NO_FILTER = { application: "", service: "", environment: "", version: "", view: "" };
