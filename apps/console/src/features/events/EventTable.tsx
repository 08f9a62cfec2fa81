import { capitalize } from "@marquee/contract";
import type { EventSummary } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { CirclePlay } from "lucide-react";
import { useMemo } from "react";
import { Link } from "wouter";
import { replayMomentHref } from "../../shared/address/replayMomentHref.ts";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { formatAgo, formatPrecise } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import type { CsvSource } from "../../shared/table/DownloadCsv.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { describeEvent } from "./describeEvent.ts";
import { EventInRow } from "./EventFacts.tsx";

interface EventTableProps {
  events: readonly EventSummary[];
  /** Milliseconds since the epoch. */
  now: number;
  /** Message IDs of events that arrived while the screen was open. They are highlighted once. */
  arrived?: ReadonlySet<string>;
  csv?: CsvSource<EventSummary>;
}

/** Number of properties in a row; the others are in its details. */
const SHOWN = 3;

export const keyOfEvent = ({ messageId }: EventSummary) => messageId;

/** Events as rows: what happened, then who did it and when. A row expands to all details. */
export function EventTable({ events, now, arrived, csv }: EventTableProps) {
  const hrefOf = useScreenHref();
  const columns = useMemo<Column<EventSummary>[]>(
    () => [
      {
        id: "what",
        header: "Event",
        isMain: true,
        cell: (event) => <What event={event} />,
        text: (event) => {
          const { sentence, rest } = describeEvent(event);
          return [sentence, ...rest.map(([label, value]) => `${label}: ${value}`)].join("; ");
        },
      },
      {
        id: "page",
        header: "Page",
        from: WIDE,
        width: "w-48",
        className: "wrap-anywhere",
        cell: ({ type, path }) => (type === "page" ? "" : path),
        text: ({ path }) => path,
      },
      {
        id: "visitor",
        header: "Visitor",
        from: MEDIUM,
        width: "w-44",
        cell: (event) => <Visitor event={event} href={hrefOf("/events", { person: event.visitorId })} />,
        text: ({ visitorId }) => visitorId,
      },
      {
        id: "received",
        header: "Received",
        width: "w-20 sm:w-28",
        className: "whitespace-nowrap text-right text-ink-muted tabular-nums",
        isNumeric: true,
        cell: ({ receivedAt }) => (
          <time dateTime={new Date(receivedAt).toISOString()} title={formatPrecise(receivedAt)}>
            {formatAgo(receivedAt, now)}
          </time>
        ),
        text: ({ receivedAt }) => formatPrecise(receivedAt),
        exact: ({ receivedAt }) => receivedAt,
        unit: "time",
      },
    ],
    [now, hrefOf],
  );
  return (
    <DataTable
      caption="Events"
      columns={columns}
      rows={events}
      keyOf={keyOfEvent}
      rowClassName={({ messageId }) => (arrived?.has(messageId) ? "arrives" : "")}
      details={({ messageId }) => <EventInRow messageId={messageId} />}
      {...(csv && { csv })}
    />
  );
}

function What({ event }: { event: EventSummary }) {
  const { sentence, rest } = describeEvent(event);
  return (
    <>
      <span className="wrap-anywhere line-clamp-2">
        {sentence} {event.isBot && <Badge tone="clay">bot</Badge>}
      </span>
      {rest.length > 0 && (
        <span className="mt-0.5 flex flex-wrap gap-x-4 font-normal text-xs">
          {rest.slice(0, SHOWN).map(([label, value]) => (
            <span key={label} className="max-w-72 truncate">
              <span className="text-ink-muted">{label}</span> {value}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

function Visitor({ event, href }: { event: EventSummary; href: string }) {
  const { visitorId, country, device, source, replay } = event;
  const what = [country, device && capitalize(device), source].filter(Boolean).join(" · ");
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        {visitorId && (
          <TextLink href={href} className="block max-w-fit truncate" title="Events of this visitor">
            {visitorId}
          </TextLink>
        )}
        <span className="block truncate text-ink-muted text-xs">{what}</span>
      </div>
      {replay && (
        <Link
          href={replayMomentHref(replay)}
          aria-label="Watch this visit in its replay"
          title="Watch in replay"
          className="-my-0.5 grid size-7 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-accent-strong"
        >
          <CirclePlay aria-hidden="true" className="size-4" />
        </Link>
      )}
    </div>
  );
}
