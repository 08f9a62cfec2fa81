import { formatCount, formatCounted, formatDuration } from "@marquee/contract";
import type { ListedReplay } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useMemo } from "react";
import { formatInstant } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import type { CsvSource } from "../../shared/table/DownloadCsv.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { replayHref } from "./replayFilters.ts";

interface ReplayTableProps {
  replays: readonly ListedReplay[];
  /** Query string of the list. */
  search: string;
  mayWatch: boolean;
  csv: CsvSource<ListedReplay>;
}

const COLUMNS: readonly Column<ListedReplay>[] = [
  {
    id: "length",
    header: "Duration",
    isNumeric: true,
    from: MEDIUM,
    width: "w-20",
    cell: ({ length, activeTime }) => (
      <span title={`Active for ${formatDuration(activeTime)}`}>{formatDuration(length)}</span>
    ),
  },
  {
    id: "page",
    header: "First page",
    isMain: true,
    cell: (replay) => (
      <>
        <span className="wrap-anywhere block">{replay.firstPage}</span>
        <span className="block text-ink-muted text-xs tabular-nums">{contentsOf(replay)}</span>
      </>
    ),
  },
  {
    id: "pages",
    header: "Pages",
    isNumeric: true,
    from: MEDIUM,
    width: "w-16",
    cell: ({ pages }) => formatCount(pages),
  },
  {
    id: "issues",
    header: "Issues",
    from: MEDIUM,
    width: "w-36 lg:w-44",
    cell: (replay) =>
      hasIssues(replay) ? <Issues replay={replay} /> : <span className="text-ink-muted">none</span>,
    folded: (replay) => (hasIssues(replay) ? <Issues replay={replay} /> : null),
  },
  {
    id: "source",
    header: "Source",
    from: WIDE,
    width: "w-40",
    cell: ({ source }) => source,
    folded: () => null,
  },
  {
    id: "browser",
    header: "Browser",
    from: WIDE,
    width: "w-52",
    className: "text-ink-muted",
    cell: ({ browser, device, country }) => [browser, device, country].filter(Boolean).join(" · "),
    folded: () => null,
  },
];

/** Recorded sessions as rows. The start time links to the replay. */
export function ReplayTable({ replays, search, mayWatch: canWatch, csv }: ReplayTableProps) {
  const columns = useMemo<Column<ListedReplay>[]>(() => {
    const began = (replay: ListedReplay) =>
      canWatch ? (
        <TextLink href={replayHref(replay, search)} className="font-medium tabular-nums">
          {formatInstant(replay.start)}
        </TextLink>
      ) : (
        <span className="tabular-nums">{formatInstant(replay.start)}</span>
      );
    return [{ id: "began", header: "Started", width: "w-36", cell: began }, ...COLUMNS];
  }, [search, canWatch]);
  return <DataTable caption="Replays" columns={columns} rows={replays} keyOf={({ id }) => id} csv={csv} />;
}

function contentsOf({ events, recordings }: ListedReplay): string {
  const parts = [formatCounted(events, "event")];
  if (recordings > 1) parts.push(formatCounted(recordings, "page load"));
  return parts.join(", ");
}

function hasIssues({ errors, rageClicks, deadClicks }: ListedReplay): boolean {
  return errors + rageClicks + deadClicks > 0;
}

function Issues({ replay: { errors, rageClicks, deadClicks } }: { replay: ListedReplay }) {
  return (
    <span className="flex flex-wrap gap-1">
      {errors > 0 && <Badge tone="clay">{formatCounted(errors, "error")}</Badge>}
      {rageClicks > 0 && <Badge tone="sun">{formatCounted(rageClicks, "rage click")}</Badge>}
      {deadClicks > 0 && <Badge>{formatCounted(deadClicks, "dead click")}</Badge>}
    </span>
  );
}
