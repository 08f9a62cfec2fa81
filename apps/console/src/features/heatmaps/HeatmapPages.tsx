import { formatCount } from "@marquee/contract";
import { type HeatmapPage, MAX_HEATMAP_PAGES } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { seriesRange } from "../../shared/address/range.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { isFiltered, useScreenHref } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatShare } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { LinkButton, TextLink } from "../../shared/ui/links.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { pageName } from "./choiceNames.ts";
import { StoredFrom } from "./StoredFrom.tsx";

/** Pages with their click and scroll totals, most sessions first, each linked to its heatmap. */
export function HeatmapPages({ scope }: { scope: Scope }) {
  const hrefOf = useScreenHref();
  const columns = useMemo(() => columnsOf((more) => hrefOf("/heatmaps", more)), [hrefOf]);
  const { from } = seriesRange(scope.range, new Date());
  const pages = useRoute(
    "POST /query/heatmaps/pages",
    { body: toQueryScope(scope) },
    { placeholderData: keepPreviousData },
  );
  return (
    <QueryView
      query={pages}
      empty={(data) =>
        data.pages.length === 0 && (
          <>
            {isFiltered(scope) ? <NoMatchingPages /> : <NoPages />}
            <StoredFrom stored={data.stored} from={from} />
          </>
        )
      }
      className="mt-5"
    >
      {({ pages, stored }) => (
        <>
          <DataTable caption="Pages" columns={columns} rows={pages} keyOf={({ path }) => path} />
          <StoredFrom stored={stored} from={from} />
          {pages.length === MAX_HEATMAP_PAGES && (
            <p className="mt-2 text-ink-muted text-xs">
              These are the {MAX_HEATMAP_PAGES} pages with the most sessions; downloads list the same ones.
              Filter by page to see others.
            </p>
          )}
        </>
      )}
    </QueryView>
  );
}

function columnsOf(hrefWith: (more: Record<string, string>) => string): Column<HeatmapPage>[] {
  const hrefOf = (page: string, mode = "") => hrefWith({ page, ...(mode && { mode }) });
  const linked = (path: string, mode: string, text: string) => (
    <TextLink href={hrefOf(path, mode)}>{text}</TextLink>
  );
  return [
    {
      id: "path",
      header: "Page",
      sortValue: ({ path }) => pageName(path),
      cell: ({ path }) => <TextLink href={hrefOf(path)}>{pageName(path)}</TextLink>,
    },
    {
      id: "sessions",
      header: "Sessions",
      isNumeric: true,
      width: "w-24",
      sortValue: ({ sessions }) => sessions,
      cell: ({ sessions }) => formatCount(sessions),
    },
    {
      id: "clicks",
      header: "Clicks",
      isNumeric: true,
      width: "w-20",
      sortValue: ({ clicks }) => clicks,
      cell: ({ clicks }) => formatCount(clicks),
    },
    {
      id: "rage",
      header: "Rage clicks",
      isNumeric: true,
      from: MEDIUM,
      width: "w-28",
      sortValue: ({ rage }) => rage,
      cell: ({ path, rage }) => linked(path, "rage", formatCount(rage)),
      folded: ({ path, rage }) => (rage === 0 ? null : linked(path, "rage", formatCount(rage))),
    },
    {
      id: "dead",
      header: "Dead clicks",
      isNumeric: true,
      from: MEDIUM,
      width: "w-28",
      sortValue: ({ dead }) => dead,
      cell: ({ path, dead }) => linked(path, "dead", formatCount(dead)),
      folded: ({ path, dead }) => (dead === 0 ? null : linked(path, "dead", formatCount(dead))),
    },
    {
      id: "depth",
      header: "Median scroll depth",
      hint: "Half of the page views reached this depth.",
      isNumeric: true,
      from: MEDIUM,
      width: "w-36",
      sortValue: ({ medianDepth }) => medianDepth,
      cell: ({ path, medianDepth }) =>
        medianDepth === null ? "–" : linked(path, "scroll", formatShare(medianDepth)),
      folded: ({ path, medianDepth }) =>
        medianDepth === null ? null : linked(path, "scroll", formatShare(medianDepth)),
    },
  ];
}

function NoMatchingPages() {
  return (
    <EmptyState title="No matching visits">
      No visits with clicks or scrolling match the filters. Choose a longer date range or remove a filter.
    </EmptyState>
  );
}

function NoPages() {
  return (
    <EmptyState
      title="No clicks in this date range"
      action={<LinkButton href="/recording">View recording settings</LinkButton>}
    >
      Clicks and scroll depth come from visitors who consent. Open the site in a private window, because
      browsers signed in here aren't counted. Accept analytics, click around and leave the page. Data appears
      here within a minute.
    </EmptyState>
  );
}
