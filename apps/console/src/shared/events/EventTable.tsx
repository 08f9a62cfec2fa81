import type { LiveEvent } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { CirclePlay } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { replayMomentHref } from "../address/replayMomentHref.ts";
import { type Column, MEDIUM, WIDE } from "../table/columns.ts";
import { DataTable } from "../table/DataTable.tsx";
import { TextLink } from "../ui/links.tsx";
import { titleOf } from "./eventChoices.ts";

interface EventTableProps<Event extends LiveEvent> {
  events: readonly Event[];
  /** Formats when an event was received. */
  when: (event: Event) => ReactNode;
  /** Message IDs of events that arrived while the screen was open. They are highlighted once. */
  arrived?: ReadonlySet<string>;
}

/** Events as rows, each linked to its details. */
export function EventTable<Event extends LiveEvent>({ events, when, arrived }: EventTableProps<Event>) {
  const columns = useMemo<Column<Event>[]>(
    () => [
      {
        id: "received",
        header: "Received",
        cell: when,
        width: "w-24 sm:w-36",
        className: "text-ink-muted tabular-nums",
      },
      { id: "what", header: "Event", isMain: true, cell: (event) => <EventName event={event} /> },
      { id: "page", header: "Page", from: MEDIUM, cell: ({ path }) => path, className: "wrap-anywhere" },
      {
        id: "source",
        header: "Source",
        from: WIDE,
        cell: ({ source }) => source,
        className: "wrap-anywhere",
      },
      {
        id: "browser",
        header: "Browser",
        from: WIDE,
        width: "w-64",
        cell: ({ browser, os, device }) => [browser, os, device].filter(Boolean).join(" · "),
        folded: () => null,
        className: "text-ink-muted",
      },
    ],
    [when],
  );
  return (
    <DataTable
      caption="Events"
      columns={columns}
      rows={events}
      keyOf={({ messageId }) => messageId}
      rowClassName={({ messageId }) => (arrived?.has(messageId) ? "arrives" : "")}
    />
  );
}

/** The event's title. If it differs from the name that was sent, that name is shown too, because the search uses it. */
function EventName({ event: { messageId, event, type, isBot, replay } }: { event: LiveEvent }) {
  const title = titleOf({ event, type });
  const isRenamed = event !== "" && title.toLowerCase() !== event.toLowerCase();
  return (
    <>
      <TextLink href={`/events/${encodeURIComponent(messageId)}`} className="font-medium">
        {title}
      </TextLink>{" "}
      {isRenamed && <code className="ml-1 text-ink-muted text-xs">{event}</code>}{" "}
      {isBot && <Badge tone="clay">bot</Badge>}
      {replay && (
        <Link
          href={replayMomentHref(replay)}
          aria-label={`Watch ${title} in its replay`}
          title="Watch in replay"
          className="-my-1 inline-grid size-7 place-items-center rounded-sm align-middle text-ink-muted hover:bg-surface-sunken hover:text-accent-strong"
        >
          <CirclePlay aria-hidden="true" className="size-4" />
        </Link>
      )}
    </>
  );
}
