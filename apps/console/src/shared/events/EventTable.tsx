import type { LiveEvent } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import type { ReactNode } from "react";
import { Link } from "wouter";

interface EventTableProps<Event extends LiveEvent> {
  events: readonly Event[];
  /** When an event was received, in the words of the screen. */
  when: (event: Event) => ReactNode;
  /** Names of events that came while one watched; they light up once. */
  arrived?: ReadonlySet<string>;
}

const HEAD = "py-2 pr-4 font-medium";

/** Events as rows; the name of each opens it. */
export function EventTable<Event extends LiveEvent>({ events, when, arrived }: EventTableProps<Event>) {
  return (
    <table className="w-full table-fixed text-left">
      <colgroup>
        <col className="w-24 sm:w-36" />
        <col className="lg:w-56" />
        <col />
        <col className="w-28 max-md:hidden lg:w-44" />
        <col className="max-lg:hidden lg:w-64" />
      </colgroup>
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <th className={HEAD}>Received</th>
          <th className={HEAD}>What</th>
          <th className={HEAD}>Page</th>
          <th className={`${HEAD} max-md:hidden`}>Source</th>
          <th className={`${HEAD} max-lg:hidden`}>Browser</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr
            key={event.messageId}
            className={`border-hairline border-b hover:bg-surface-sunken ${arrived?.has(event.messageId) ? "arrives" : ""}`}
          >
            <td className="py-2 pr-4 align-top text-ink-muted tabular-nums">{when(event)}</td>
            <td className="py-2 pr-4 align-top">
              <Link
                href={`/events/${encodeURIComponent(event.messageId)}`}
                className="wrap-anywhere font-medium underline decoration-hairline underline-offset-4 hover:decoration-current"
              >
                {event.event || event.type}
              </Link>{" "}
              {event.isBot && <Badge tone="clay">machine</Badge>}
            </td>
            <td className="truncate py-2 pr-4 align-top" title={event.path}>
              {event.path}
            </td>
            <td className="truncate py-2 pr-4 align-top max-md:hidden">{event.source}</td>
            <td className="truncate py-2 align-top text-ink-muted max-lg:hidden">
              {[event.browser, event.os, event.device].filter(Boolean).join(" · ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
