import type { LiveEvent } from "@marquee/contract/schema";
import { Badge, Button, ButtonLink } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../shared/api.ts";
import { formatAgo, formatClock } from "../../shared/format.ts";
import { Empty, Failure, Skeleton } from "../../shared/states.tsx";
import { useTitle } from "../../shared/useTitle.ts";
import { type Connection, useLiveEvents } from "./useLiveEvents.ts";

/** Events as they arrive. */
export function Live() {
  useTitle("Live");
  const before = useQuery({ queryKey: ["live"], queryFn: api.live });
  const { arrived, waiting, connection, isPaused, togglePause } = useLiveEvents();
  const shown = new Set(arrived.map(({ messageId }) => messageId));
  const events = [
    ...arrived,
    ...(before.data?.events ?? []).filter(({ messageId }) => !shown.has(messageId)),
  ];
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="font-display text-title">Live</h1>
        <ConnectionState connection={connection} isPaused={isPaused} />
        <Button variant="secondary" size="sm" className="ml-auto" onClick={togglePause}>
          {isPaused ? (
            <Play aria-hidden="true" className="size-4" />
          ) : (
            <Pause aria-hidden="true" className="size-4" />
          )}
          {isPaused ? `Go on (${waiting} waiting)` : "Pause"}
        </Button>
      </header>
      <p role="status" className="sr-only">
        {arrived.length} events arrived
      </p>
      {before.isPending && <Skeleton className="mt-5 h-80" />}
      {before.isError && <Failure error={before.error} onRetry={() => before.refetch()} />}
      {before.isSuccess && events.length === 0 && <NothingYet />}
      {events.length > 0 && <EventTable events={events} arrived={shown} />}
    </>
  );
}

const STATES: Record<Connection, { text: string; dot: string }> = {
  connecting: { text: "Connecting", dot: "bg-sun" },
  open: { text: "Connected", dot: "bg-leaf" },
  lost: { text: "Connection lost; trying again", dot: "bg-clay" },
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
    <Empty
      title="Nothing has arrived yet"
      action={
        <ButtonLink href="/" opensNewTab size="sm">
          Open the site
        </ButtonLink>
      }
    >
      Open the site, agree to be measured, and watch your own page views arrive here.
    </Empty>
  );
}

function EventTable({ events, arrived }: { events: readonly LiveEvent[]; arrived: ReadonlySet<string> }) {
  const now = useNow();
  return (
    <div className="mt-5 overflow-x-auto">
      <table className="w-full text-left">
        <thead>
          <tr className="border-hairline border-b text-ink-muted text-xs">
            <th className="py-2 pr-4 font-medium">When</th>
            <th className="py-2 pr-4 font-medium">What</th>
            <th className="py-2 pr-4 font-medium">Page</th>
            <th className="py-2 pr-4 font-medium max-md:hidden">Source</th>
            <th className="py-2 font-medium max-md:hidden">Browser</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr
              key={event.messageId}
              className={`border-hairline border-b ${arrived.has(event.messageId) ? "arrives" : ""}`}
            >
              <td className="whitespace-nowrap py-2 pr-4" title={formatClock(event.receivedAt)}>
                {formatAgo(event.receivedAt, now)}
              </td>
              <td className="py-2 pr-4">
                {event.event || event.type} {event.isBot && <Badge tone="clay">machine</Badge>}
              </td>
              <td className="max-w-64 truncate py-2 pr-4 font-medium" title={event.path}>
                {event.path}
              </td>
              <td className="py-2 pr-4 max-md:hidden">{event.source}</td>
              <td className="py-2 text-ink-muted max-md:hidden">
                {[event.browser, event.os, event.device].filter(Boolean).join(" · ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The current instant, renewed every five seconds so that "ago" stays true. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
