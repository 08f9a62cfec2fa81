import { formatCounted } from "@marquee/contract";
import type { EventSummary } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { keepPreviousData } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { scopeFilters } from "../../../shared/address/scope.ts";
import { useFilters } from "../../../shared/address/useFilters.ts";
import { isFiltered, useScope } from "../../../shared/address/useScope.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { KINDS, TYPES } from "../../../shared/events/eventChoices.ts";
import { type Connection, useLiveEvents } from "../../../shared/events/useLiveEvents.ts";
import { FilterSelect, FilterText } from "../../../shared/filters/filters.tsx";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { siteId } from "../../../shared/query/siteId.ts";
import { EmptyState, Skeleton } from "../../../shared/ui/states.tsx";
import { EventTable } from "../EventTable.tsx";
import { useNow } from "../useNow.ts";
import { LIVE_FILTERS, type LiveFilters, matchesFilters } from "./liveFilters.ts";

/** A recording is stored up to 30 seconds after its events, so replays are looked up again after this many milliseconds. */
const REPLAYS_AFTER = 20_000;
/**
 * The stream has all events. Which of them belong to visits that match the filters is queried at this interval, in
 * milliseconds.
 */
const MATCHES_AFTER = 3000;
const NOTHING_STREAMED = { arrived: [], waiting: [] };

/** Events as they arrive, newest first. New events wait while the person reads or pauses the list. The filters are in the URL. */
export function LiveEvents() {
  const [filters, setFilters] = useFilters(LIVE_FILTERS);
  const now = useNow();
  const { scope } = useScope();
  const isScoped = isFiltered(scope);
  const [isPaused, setPaused] = useState(false);
  const [isReading, setReading] = useState(false);
  const isHeld = isPaused || isReading;
  const before = useRoute(
    "POST /query/live",
    { body: { site_id: siteId(), filters: scopeFilters(scope) } },
    {
      refetchInterval: isScoped ? !isHeld && MATCHES_AFTER : REPLAYS_AFTER,
      placeholderData: keepPreviousData,
    },
  );
  const stream = useLiveEvents({ isHeld });
  const { connection } = stream;
  const { arrived, waiting } = isScoped ? NOTHING_STREAMED : stream;
  const arrivedIds = new Set(arrived.map(({ messageId }) => messageId));
  const late = new Set(waiting.map(({ messageId }) => messageId));
  const stored = (before.data?.events ?? []).filter(({ messageId }) => !late.has(messageId));
  const all = withLatest(arrived, stored);
  const events = all.filter((event) => matchesFilters(event, filters));
  const held = waiting.filter((event) => matchesFilters(event, filters)).length;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <ConnectionState connection={connection} isPaused={isPaused} />
        <p role="status" className="text-ink-muted text-xs tabular-nums">
          {held > 0 && !isPaused && `${formatCounted(held, "new event")} waiting while you read`}
        </p>
        <Button variant="secondary" size="sm" className="ml-auto" onClick={() => setPaused(!isPaused)}>
          {isPaused ? (
            <Play aria-hidden="true" className="size-4" />
          ) : (
            <Pause aria-hidden="true" className="size-4" />
          )}
          {isPaused ? (isScoped ? "Resume" : `Resume (${held} waiting)`) : "Pause"}
        </Button>
      </div>
      <Filters values={filters} onChange={setFilters} />
      <QueryView query={before} loading={<Skeleton className="mt-5 h-80" />}>
        {() => all.length === 0 && (isScoped ? <NothingMatches /> : <NothingYet />)}
      </QueryView>
      {all.length > 0 && events.length === 0 && (
        <EmptyState title="No matching events yet">
          {formatCounted(all.length, "other event")} arrived. Remove a filter, or look further back under All
          events.
        </EmptyState>
      )}
      {events.length > 0 && (
        <Reading onChange={setReading}>
          <EventTable events={events} arrived={arrivedIds} now={now} csv={{ isPresent: true }} />
        </Reading>
      )}
    </>
  );
}

/** Tells whether the mouse is over its content, or the keyboard in it, so that nothing moves under them. */
function Reading({ onChange, children }: { onChange: (isReading: boolean) => void; children: ReactNode }) {
  useEffect(() => () => onChange(false), [onChange]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not interactive; it only keeps rows in place.
    <div
      className="mt-5"
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && onChange(true)}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && onChange(false)}
      onFocus={() => onChange(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onChange(false);
      }}
    >
      {children}
    </div>
  );
}

/** New events before the others, with the replays that have been recorded since they arrived. */
function withLatest(arrived: readonly EventSummary[], stored: readonly EventSummary[]): EventSummary[] {
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
    <search className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-[9rem_minmax(0,1fr)_10rem]">
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
        all="People"
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

function NothingMatches() {
  return (
    <EmptyState title="No matching events in the last 24 hours">
      Events appear here as they arrive. Remove a filter, or look further back under All events.
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState title="No events yet">
      Open the site in a private window, because browsers signed in here aren't counted. Accept analytics and
      watch your own page views arrive.
    </EmptyState>
  );
}
