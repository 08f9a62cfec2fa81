import type { ErrorGroup } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { readDateRange, toOverviewQuery } from "../../shared/address/range.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { type Affected, ErrorList } from "../../shared/errors/ErrorList.tsx";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
import { FilterText } from "../../shared/filters/filters.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { ErrorDetails } from "./ErrorDetails.tsx";

const FILTER_NAMES = ["text"] as const;
const VISITORS: Affected<ErrorGroup> = { noun: "visitor", count: ({ visitors }) => visitors };

/** Errors on the site's pages, grouped. The date range and the search are in the URL. */
export function Errors({ title }: ScreenProps) {
  const range = readDateRange(useSearch());
  const [{ text }, setFilters] = useFilters(FILTER_NAMES);
  const errors = useQuery({
    queryKey: ["errors", range, text],
    queryFn: () => {
      const { from, to } = toOverviewQuery(range, new Date());
      return request("GET /errors", { query: { from, to, ...(text && { text }) } });
    },
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>
        <DateRangePicker />
      </ScreenHeader>
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        Uncaught and reported errors on this site, from visitors who consented. Bots and known customers are
        excluded. Errors sent by Datadog clients are listed under{" "}
        <Link
          href={`/monitoring?${new URLSearchParams({ range, show: "errors" })}`}
          className="underline underline-offset-4"
        >
          RUM
        </Link>
        .
      </p>
      <search className="mt-5 block max-w-sm">
        <FilterText
          label="Search"
          placeholder="Message, file or path"
          value={text}
          onChange={(value) => setFilters({ text: value })}
        />
      </search>
      <QueryView
        query={errors}
        loading={<Skeleton className="mt-5 h-96" />}
        empty={({ groups }) => groups.length === 0 && <NoErrors isSearched={text !== ""} />}
        className="mt-5"
      >
        {({ groups, hasMore }) => (
          <ErrorList
            groups={groups}
            hasMore={hasMore}
            affected={VISITORS}
            details={(group) => <ErrorDetails group={group} range={range} />}
          />
        )}
      </QueryView>
    </>
  );
}

function NoErrors({ isSearched }: { isSearched: boolean }) {
  return isSearched ? (
    <EmptyState title="No matching errors">Choose a longer date range or a shorter search.</EmptyState>
  ) : (
    <EmptyState title="No errors in this date range">
      Errors appear here within seconds, for visitors who consented. To see one, open the site in a private
      window, because visits of a browser that is signed in here are not counted, accept analytics and run{" "}
      <code className="wrap-anywhere">setTimeout(() =&gt; {"{ throw Error('test') }"})</code> in the browser's
      console.
    </EmptyState>
  );
}
