import type { EventNameCount, EventSearchResponse } from "@marquee/contract/schema";
import { Switch } from "@marquee/ui";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { withMovedFilters } from "../../shared/address/moveFilters.ts";
import { intervalOf } from "../../shared/address/range.ts";
import { writeScope } from "../../shared/address/scope.ts";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { isFiltered, useScope } from "../../shared/address/useScope.ts";
import { writeHref } from "../../shared/address/writeHref.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { LinkButton } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { EventHistogram } from "./EventHistogram.tsx";
import { NamePicker, PropertyPicker } from "./EventPicker.tsx";
import { EventTable, keyOfEvent } from "./EventTable.tsx";
import { chosenValue, FILTER_NAMES, toEventFilter, withValue } from "./eventAddress.ts";
import { LinkFilters } from "./LinkFilters.tsx";
import { LiveEvents } from "./live/LiveEvents.tsx";
import { LIVE_FILTERS } from "./live/liveFilters.ts";
import { useNow } from "./useNow.ts";

const VIEWS = ["view"] as const;
const LIVE = "live";
/** Number of events that a download loads per request. */
const DOWNLOADED = 1000;
const TRACK = "track";

/** Events: a searchable list and a live view. Both keep their filters in the URL. */
export function Events({ title }: ScreenProps) {
  const [{ view }] = useFilters(VIEWS);
  const hrefWith = useHrefWith();
  const [path] = useLocation();
  const moved = withMovedFilters(path, useSearch(), view === LIVE ? LIVE_FILTERS : []);
  if (moved !== null) return <Redirect to={moved} replace />;
  const isLive = view === LIVE;
  const tabs = [
    { href: hrefWith({ view: "" }), name: "All events", isChosen: !isLive },
    { href: hrefWith({ view: LIVE }), name: "Live", isChosen: isLive },
  ];
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={false} hasRange={!isLive} />
      </ScreenHeader>
      <div className="mt-3">
        <LinkTabs label="View" tabs={tabs} />
      </div>
      {isLive ? <LiveEvents /> : <StoredEvents />}
    </>
  );
}

function StoredEvents() {
  const { scope } = useScope();
  const search = useSearch();
  const [texts, setTexts] = useFilters(FILTER_NAMES);
  const [path, navigate] = useLocation();
  const now = useNow();
  const body = { ...toQueryScope(scope), ...toEventFilter(texts) };
  const chosenName = chosenValue(scope, "event:name");
  const load = (before: string, signal: AbortSignal, limit?: number): Promise<EventSearchResponse> =>
    request("POST /query/events", {
      body: { ...body, ...(before && { before }), ...(limit && { limit }) },
      signal,
    });
  const list = useInfiniteQuery({
    queryKey: routeKey("POST /query/events", body),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const series = useRoute("POST /query/events/series", { body }, { placeholderData: keepPreviousData });
  // The names are counted without the name filter, so that other ones can be picked.
  const unnamed = {
    ...toQueryScope(withValue(scope, "event:name", null)),
    ...toEventFilter({ ...texts, type: "" }),
  };
  const names = useRoute(
    "POST /query/events/names",
    { body: unnamed },
    { placeholderData: keepPreviousData },
  );
  const isOne = chosenName !== null || texts.type !== "";
  const properties = useRoute(
    "POST /query/events/properties",
    { body },
    { placeholderData: keepPreviousData, enabled: isOne },
  );
  const go = (change: { scope: typeof scope; type?: string }) => {
    const params = new URLSearchParams(search);
    writeScope(path, params, change.scope);
    if (change.type !== undefined) params.delete("type");
    if (change.type) params.set("type", change.type);
    navigate(writeHref(path, params));
  };
  const isChosenName = ({ type, event }: EventNameCount) =>
    type === TRACK ? chosenName === event : texts.type === type && chosenName === null;
  const toggleName = (name: EventNameCount) => {
    const isTrack = name.type === TRACK;
    const isOff = isChosenName(name);
    go({
      scope: withValue(scope, "event:name", isTrack && !isOff ? name.event : null),
      type: isTrack || isOff ? "" : name.type,
    });
  };
  const isChosenProperty = (name: string, value: string) =>
    chosenValue(scope, `event:props:${name}`) === value;
  const events = [
    ...new Map(
      (list.data?.pages ?? []).flatMap((page) => page.events).map((event) => [event.messageId, event]),
    ).values(),
  ];
  return (
    <>
      <LinkFilters values={texts} onRemove={(name) => setTexts({ [name]: "" })} />
      <div className="mt-5 grid items-start gap-x-8 gap-y-5 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Pickers>
          <Switch
            label="With bots"
            isOn={toEventFilter(texts).kind === undefined}
            onChange={(isOn) => setTexts({ kind: isOn ? "all" : "people" })}
          />
          <NamePicker names={names} isChosen={isChosenName} onToggle={toggleName} />
          {isOne && (
            <PropertyPicker
              properties={properties}
              isChosen={isChosenProperty}
              onToggle={(name, value) =>
                go({
                  scope: withValue(
                    scope,
                    `event:props:${name}`,
                    isChosenProperty(name, value) ? null : value,
                  ),
                })
              }
            />
          )}
        </Pickers>
        <div className="min-w-0">
          <QueryView query={series} loading={<Skeleton className="h-28" />}>
            {({ points }) => <EventHistogram points={points} interval={intervalOf(scope.range, now)} />}
          </QueryView>
          <QueryView
            query={list}
            loading={<Skeleton className="mt-4 h-96" />}
            empty={() =>
              events.length === 0 && (
                <NoEvents isFiltered={isFiltered(scope) || FILTER_NAMES.some((name) => texts[name])} />
              )
            }
            className="mt-4"
          >
            {() => (
              <>
                <EventTable
                  events={events}
                  now={now}
                  csv={{
                    loadRows: loadAllPages({
                      load: (before, signal) => load(before, signal, DOWNLOADED),
                      rowsOf: (page) => page.events,
                      keyOf: keyOfEvent,
                    }),
                  }}
                />
                <LoadMore list={list} count={events.length} noun="event" />
              </>
            )}
          </QueryView>
        </div>
      </div>
    </>
  );
}

/** The pickers that filter the list: beside it, or collapsed above it on narrow screens. */
function Pickers({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="h-9 rounded-sm border border-control/50 px-3 hover:border-ink lg:hidden"
      >
        {isOpen ? "Hide events and properties" : "Pick events and properties"}
      </button>
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:mt-3 ${isOpen ? "" : "max-lg:hidden"}`}>
        {children}
      </div>
    </div>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No matching events"
        action={
          <LinkButton href="/events" variant="secondary">
            Remove all filters
          </LinkButton>
        }
      >
        Choose a longer date range, or remove a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No events in this date range">
      Open the site in a private window, because browsers signed in here aren't counted. Accept analytics and
      look around. Your events appear here within seconds.
    </EmptyState>
  );
}
