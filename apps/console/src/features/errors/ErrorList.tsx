import { formatCount, formatCounted } from "@marquee/contract";
import type { ErrorGroup } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useOpenEntry } from "../../shared/address/useFilters.ts";
import { shortRelease } from "../../shared/charts/releaseMarks.ts";
import { Sparkline } from "../../shared/charts/Sparkline.tsx";
import { locationText } from "../../shared/errors/errorTexts.ts";
import { formatAgo, formatInstant } from "../../shared/format/format.ts";
import { ShownCount } from "../../shared/query/LoadMore.tsx";
import type { Column } from "../../shared/table/columns.ts";
import { DownloadCsv } from "../../shared/table/DownloadCsv.tsx";
import { returnText } from "./statusTexts.ts";

interface ErrorEntryProps {
  group: ErrorGroup;
  details: (group: ErrorGroup) => ReactNode;
  now: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

interface ErrorListProps {
  groups: readonly ErrorGroup[];
  hasMore: boolean;
  /** Content of the expanded row. */
  details: (group: ErrorGroup) => ReactNode;
}

/** Columns of the download. */
const CSV_COLUMNS: readonly Column<ErrorGroup>[] = [
  { id: "error", header: "Error", cell: ({ message }) => message },
  { id: "place", header: "Place", cell: locationText },
  { id: "state", header: "State", cell: ({ status }) => status.state },
  {
    id: "returned",
    header: "Came back in",
    cell: ({ status: { reopened } }) => reopened && (reopened.release || "unknown release"),
  },
  { id: "owner", header: "Owner", cell: ({ status }) => status.owner?.email },
  { id: "count", header: "Count", isNumeric: true, cell: ({ count }) => formatCount(count) },
  { id: "visitors", header: "Visitors", isNumeric: true, cell: ({ visitors }) => formatCount(visitors) },
  {
    id: "first",
    header: "First seen",
    unit: "time",
    exact: ({ firstSeen }) => firstSeen,
    cell: ({ firstSeen }) => formatInstant(firstSeen),
  },
  { id: "first-release", header: "First release", cell: ({ firstRelease }) => firstRelease },
  {
    id: "last",
    header: "Last seen",
    unit: "time",
    exact: ({ lastSeen }) => lastSeen,
    cell: ({ lastSeen }) => formatInstant(lastSeen),
  },
  { id: "last-release", header: "Last release", cell: ({ lastRelease }) => lastRelease },
];

/** Error groups in the server's order, most frequent first. The expanded one is in the URL. */
export function ErrorList({ groups, hasMore, details }: ErrorListProps) {
  const now = Date.now();
  const [opened, open] = useOpenEntry();
  return (
    <section>
      <div className="flex justify-end">
        <DownloadCsv
          caption="Errors"
          columns={CSV_COLUMNS}
          keyOf={({ fingerprint }) => fingerprint}
          shownRows={() => groups}
        />
      </div>
      <div
        aria-hidden="true"
        className="flex gap-x-4 border-hairline border-b py-2 pl-6 text-right font-medium text-ink-muted text-xs max-lg:hidden"
      >
        <span className="min-w-0 flex-1 text-left">Error</span>
        <span className="w-28 text-left">Trend</span>
        <span className="w-16">Count</span>
        <span className="w-16">Visitors</span>
        <span className="w-28">First seen</span>
        <span className="w-28">Last seen</span>
      </div>
      <ul>
        {groups.map((group) => (
          <li key={group.fingerprint} className="border-hairline border-b">
            <ErrorEntry
              group={group}
              details={details}
              now={now}
              isOpen={group.fingerprint === opened}
              onOpen={(isOpen) => open(isOpen ? group.fingerprint : "")}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <ShownCount
          count={groups.length}
          noun="error"
          more={hasMore ? ": filter the list or choose a shorter date range" : null}
        />
      </div>
    </section>
  );
}

/** One error group. It expands to its details. */
function ErrorEntry({ group, details, now, isOpen, onOpen }: ErrorEntryProps) {
  const { message, count, visitors, trend, firstSeen, lastSeen, firstRelease, lastRelease } = group;
  const { reopened, owner } = group.status;
  const entry = useRef<HTMLDetailsElement>(null);
  const seen = (instant: number) => formatAgo(instant, now);
  // A row that a link expanded may be far down the list.
  const [wasOpen] = useState(isOpen);
  useEffect(() => {
    if (wasOpen) entry.current?.scrollIntoView({ block: "nearest" });
  }, [wasOpen]);
  const onToggle = () => {
    const isNowOpen = entry.current?.open ?? isOpen;
    if (isNowOpen !== isOpen) onOpen(isNowOpen);
  };
  return (
    <details ref={entry} className="group" open={isOpen} onToggle={onToggle}>
      <summary className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 pl-6 hover:bg-surface-sunken">
        <ChevronRight
          aria-hidden="true"
          className="absolute top-3 left-0.5 size-4 text-ink-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1 max-lg:basis-full">
          <span className="wrap-anywhere font-medium">{message}</span>
          <code className="wrap-anywhere block text-ink-muted text-xs">{locationText(group)}</code>
          {(reopened || owner) && (
            <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
              {reopened && <Badge tone="clay">{returnText(reopened)}</Badge>}
              {owner && <span className="wrap-anywhere text-ink-muted">{owner.email}</span>}
            </span>
          )}
        </span>
        <span className="text-ink-muted text-xs tabular-nums lg:hidden">
          {formatCounted(count, "time")}, {formatCounted(visitors, "visitor")}, first {seen(firstSeen)}, last{" "}
          {seen(lastSeen)}
        </span>
        <Sparkline
          values={trend}
          label="Occurrences in this date range"
          className="h-6 w-28 self-center text-clay max-lg:ml-auto"
        />
        <Cell label="occurrences" width="w-16">
          {formatCount(count)}
        </Cell>
        <Cell label={visitors === 1 ? "visitor" : "visitors"} width="w-16">
          {formatCount(visitors)}
        </Cell>
        <Cell label="first seen" width="w-28" below={releaseText(firstRelease)}>
          {seen(firstSeen)}
        </Cell>
        <Cell label="last seen" width="w-28" below={releaseText(lastRelease)}>
          {seen(lastSeen)}
        </Cell>
      </summary>
      {isOpen && details(group)}
    </details>
  );
}

interface CellProps {
  label: string;
  width: string;
  /** A second line. */
  below?: string;
  children: string;
}

function Cell({ label, width, below, children }: CellProps) {
  return (
    <span className={`${width} shrink-0 text-right tabular-nums max-lg:hidden`}>
      {children} <span className="sr-only">{label}</span>
      {below && <span className="block truncate text-ink-muted text-xs">{below}</span>}
    </span>
  );
}

const releaseText = (release: string) => release && shortRelease(release);
