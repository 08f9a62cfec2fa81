import type { EventSummary } from "@marquee/contract/schema";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { readDateRange, toOverviewQuery } from "../../shared/address/range.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { EventTable } from "../../shared/events/EventTable.tsx";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
import { formatInstant } from "../../shared/format/format.ts";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { EventFilters, FILTER_NAMES, toEventFilter } from "./EventFilters.tsx";

const receivedAt = ({ receivedAt: instant }: EventSummary) => formatInstant(instant);

/** Search over all stored events. Its filters are in the URL. */
export function Events({ title }: ScreenProps) {
  const range = readDateRange(useSearch());
  const [filters, setFilters] = useFilters(FILTER_NAMES);
  const search = useInfiniteQuery({
    queryKey: ["events", range, filters],
    queryFn: ({ pageParam }) => {
      const { from, to } = toOverviewQuery(range, new Date());
      return request("GET /events", {
        query: { from, to, ...toEventFilter(filters), ...(pageParam ? { before: pageParam } : {}) },
      });
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const pages = search.data?.pages ?? [];
  const events = [
    ...new Map(pages.flatMap((page) => page.events).map((event) => [event.messageId, event])).values(),
  ];
  return (
    <>
      <ScreenHeader title={title}>
        <DateRangePicker />
      </ScreenHeader>
      <EventFilters values={filters} onChange={setFilters} />
      <QueryView
        query={search}
        loading={<Skeleton className="mt-5 h-96" />}
        empty={() => events.length === 0 && <NoEvents isFiltered={Object.values(filters).some(Boolean)} />}
        className="mt-5"
      >
        {() => (
          <>
            <EventTable events={events} when={receivedAt} />
            <LoadMore list={search} shown={events.length} noun="event" />
          </>
        )}
      </QueryView>
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No matching events">
        Choose a longer date range or remove a filter. The latest events are under Live.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No events in this date range">
      Open the site in a private window, because visits of a browser that is signed in here are not counted.
      Accept analytics and look around. Your events appear here within seconds.
    </EmptyState>
  );
}
