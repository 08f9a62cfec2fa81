import type { LiveEvent } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { EventTable } from "../../shared/events/EventTable.tsx";
import { KINDS, TYPES } from "../../shared/events/eventChoices.ts";
import { type Connection, LIVE_QUERY, useLiveEvents } from "../../shared/events/useLiveEvents.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { formatAgo, formatClock, formatCounted } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { LIVE_FILTERS, type LiveFilters, matchesFilters } from "./liveFilters.ts";

/** A recording is stored up to half a minute after its events, so replays are looked up again after this many milliseconds. */
const REPLAYS_AFTER = 20_000;

/** Events as they arrive. The filters are in the URL. */
export function Live({ title }: ScreenProps) {
  const [filters, setFilters] = useFilters(LIVE_FILTERS);
  const now = useNow();
  const before = useQuery({
    queryKey: LIVE_QUERY,
    queryFn: () => request("GET /live"),
    refetchInterval: REPLAYS_AFTER,
  });
  const { arrived, waiting, connection, isPaused, togglePause } = useLiveEvents();
  const shown = new Set(arrived.map(({ messageId }) => messageId));
  const all = withLatest(arrived, before.data?.events ?? []);
  const events = all.filter((event) => matchesFilters(event, filters));
  const held = waiting.filter((event) => matchesFilters(event, filters)).length;
  return (
    <>
      <ScreenHeader title={title}>
        <ConnectionState connection={connection} isPaused={isPaused} />
        <Button variant="secondary" size="sm" className="ml-auto" onClick={togglePause}>
          {isPaused ? (
            <Play aria-hidden="true" className="size-4" />
          ) : (
            <Pause aria-hidden="true" className="size-4" />
          )}
          {isPaused ? `Resume (${held} waiting)` : "Pause"}
        </Button>
      </ScreenHeader>
      <Filters values={filters} onChange={setFilters} />
      <p role="status" className="sr-only">
        {arrived.length} events received
      </p>
      <QueryView query={before} loading={<Skeleton className="mt-5 h-80" />}>
        {() => all.length === 0 && <NothingYet />}
      </QueryView>
      {all.length > 0 && events.length === 0 && (
        <EmptyState title="No matching events yet">
          {formatCounted(all.length, "other event")} arrived. Remove a filter, or look further back under
          Events.
        </EmptyState>
      )}
      {events.length > 0 && (
        <div className="mt-5">
          <EventTable
            events={events}
            arrived={shown}
            when={({ receivedAt }) => (
              <span title={formatClock(receivedAt)}>{formatAgo(receivedAt, now)}</span>
            )}
          />
        </div>
      )}
    </>
  );
}

/** Arrived events before the others, with the replays that have been recorded since they arrived. */
function withLatest(arrived: readonly LiveEvent[], stored: readonly LiveEvent[]): LiveEvent[] {
  const later = new Map(stored.map((event) => [event.messageId, event]));
  const merged = arrived.map((event) => later.get(event.messageId) ?? event);
  return [...new Map([...merged, ...stored].map((event) => [event.messageId, event])).values()];
}

interface FiltersProps {
  values: LiveFilters;
  onChange: (change: Partial<LiveFilters>) => void;
}

function Filters({ values, onChange }: FiltersProps) {
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-[10rem_1fr_12rem]">
      <FilterSelect
        label="Type"
        value={values.type}
        all="All types"
        choices={TYPES}
        onChange={(type) => onChange({ type })}
      />
      <div className="max-sm:order-last max-sm:col-span-2">
        <FilterText
          label="Text"
          placeholder="Event, path or source"
          value={values.text}
          onChange={(text) => onChange({ text })}
        />
      </div>
      <FilterSelect
        label="Source"
        value={values.kind}
        all="People and bots"
        choices={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
    </search>
  );
}

const STATES: Record<Connection, { text: string; dot: string }> = {
  connecting: { text: "Connecting", dot: "bg-sun" },
  open: { text: "Connected", dot: "bg-leaf" },
  lost: { text: "Connection lost. Reconnecting…", dot: "bg-clay" },
};

function ConnectionState({ connection, isPaused }: { connection: Connection; isPaused: boolean }) {
  const { text, dot } = STATES[connection];
  return (
    <p className="flex items-center gap-2 text-ink-muted text-xs">
      <span aria-hidden="true" className={`size-2 rounded-full ${isPaused ? "bg-control" : dot}`} />
      {isPaused ? "Paused" : text}
    </p>
  );
}

function NothingYet() {
  return (
    <EmptyState title="No events yet">
      Open the site in a private window, because visits of a browser that is signed in here are not counted.
      Accept analytics and watch your own page views arrive.
    </EmptyState>
  );
}

/** The current time in milliseconds since the epoch, updated every five seconds to keep relative times accurate. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
