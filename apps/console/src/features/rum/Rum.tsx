import type { RumChoices, RumResponse } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { readDateRange, toOverviewQuery } from "../../shared/address/range.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { MetricsLoading, QueryView } from "../../shared/query/QueryView.tsx";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { RumBody } from "./RumBody.tsx";
import { FILTER_NAMES, type FilterName, toRumFilter } from "./rumFilters.ts";

interface RumFiltersProps {
  choices: RumChoices;
  values: Record<FilterName, string>;
  onChange: (change: Partial<Record<FilterName, string>>) => void;
}

const FILTERS: readonly { name: FilterName; label: string; all: string; choices: keyof RumChoices }[] = [
  { name: "application", label: "Application", all: "All applications", choices: "applications" },
  { name: "service", label: "Service", all: "All services", choices: "services" },
  { name: "environment", label: "Environment", all: "All environments", choices: "environments" },
  { name: "version", label: "Version", all: "All versions", choices: "versions" },
  { name: "view", label: "View", all: "All views", choices: "views" },
];

/** Heights of the screen's sections, from top to bottom, for the loading state. */
const HEIGHTS = ["h-14", "h-44", "h-56", "h-80"];

/** Data from Datadog's browser client, on this site and in other applications. Filters and selections are in the URL. */
export function Rum({ title }: ScreenProps) {
  const range = readDateRange(useSearch());
  const [values, setFilters] = useFilters(FILTER_NAMES);
  const filter = toRumFilter(values);
  const monitored = useQuery({
    queryKey: ["monitoring", range, filter],
    queryFn: () =>
      request("GET /monitoring", { query: { ...toOverviewQuery(range, new Date()), ...filter } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>{monitored.data?.hasEvents !== false && <DateRangePicker />}</ScreenHeader>
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        Data from Datadog's browser clients: your own applications, and the share of this site's sessions set
        under{" "}
        <Link href="/recording" className="underline underline-offset-4">
          Recording settings
        </Link>
        .
      </p>
      <QueryView
        query={monitored}
        loading={<MetricsLoading heights={HEIGHTS} />}
        empty={({ hasEvents, intake }) => !hasEvents && <FirstClient intake={intake} />}
      >
        {(answer) => (
          <>
            <RumFilters choices={answer.choices} values={values} onChange={setFilters} />
            <RumBody {...{ range, filter, answer }} onClear={() => setFilters(NO_FILTER)} />
            <details className="mt-10 border-hairline border-t pt-4">
              <summary className="w-fit font-medium">Connect another application</summary>
              <div className="mt-3">
                <ClientSetup intake={answer.intake} />
              </div>
            </details>
          </>
        )}
      </QueryView>
    </>
  );
}

const NO_FILTER = { application: "", service: "", environment: "", version: "", view: "" };

/** Explains how to point another application's Datadog client to this server. */
function ClientSetup({ intake }: Pick<RumResponse, "intake">) {
  const snippet = clientSnippet(intake);
  return (
    <div className="max-w-2xl">
      <p className="text-ink-muted">
        Keep the client as it is, <code>@datadog/browser-rum</code> or <code>-slim</code>. Two options set
        where it sends data. Nothing goes to Datadog.
      </p>
      <div className="mt-3 rounded-sm bg-surface-sunken p-3">
        <div className="-mt-1 flex justify-end">
          <CopyButton text={snippet} label="Copy snippet" />
        </div>
        <pre className="wrap-anywhere whitespace-pre-wrap text-xs leading-relaxed">{snippet}</pre>
      </div>
      <p className="mt-3 text-ink-muted text-xs">
        <code>clientToken</code> is this server's <code>WRITE_KEY</code>. If your application runs on another
        origin, add it to <code>ALLOWED_ORIGINS</code>. Otherwise browsers block the client's requests.
      </p>
    </div>
  );
}

/** Code that starts Datadog's client with this server as its proxy. */
function clientSnippet({ clientToken, proxy }: RumResponse["intake"]): string {
  return `import { datadogRum } from "@datadog/browser-rum";

datadogRum.init({
  clientToken: ${JSON.stringify(clientToken)},
  proxy: ${JSON.stringify(proxy)},
  applicationId: "shop",
  service: "web",
  env: "production",
  version: "1.0.0",
  sessionSampleRate: 100,
  trackUserInteractions: true,
  trackResources: true,
  trackLongTasks: true,
});`;
}

/** Filter options of the screen. A selected option stays visible even if the date range has no data for it. */
function RumFilters({ choices, values, onChange }: RumFiltersProps) {
  const offered = (name: FilterName, known: readonly string[]) => {
    const chosen = values[name];
    const all = chosen === "" || known.includes(chosen) ? known : [...known, chosen];
    return all.map((value) => [value, value] as const);
  };
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-[repeat(4,minmax(0,10rem))_minmax(0,18rem)]">
      {FILTERS.map(({ name, label, all, choices: known }) => (
        <div key={name} className="last:col-span-2 lg:last:col-span-1">
          <FilterSelect
            {...{ label, all }}
            value={values[name]}
            choices={offered(name, choices[known])}
            onChange={(value) => onChange({ [name]: value })}
          />
        </div>
      ))}
    </search>
  );
}

function FirstClient({ intake }: Pick<RumResponse, "intake">) {
  return (
    <section className="mt-10 border-hairline border-t pt-8">
      <h2 className="mb-2 font-display font-semibold text-lead">Connect an application</h2>
      <ClientSetup intake={intake} />
    </section>
  );
}
