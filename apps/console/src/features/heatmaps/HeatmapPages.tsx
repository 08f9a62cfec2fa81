import type { HeatmapPage } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type RangeName, toQuery } from "../../shared/address/range.ts";
import { api } from "../../shared/api/api.ts";
import { formatCount, formatShare } from "../../shared/format/format.ts";
import { LinkButton } from "../../shared/ui/LinkButton.tsx";
import { Empty, Failure, Skeleton } from "../../shared/ui/states.tsx";
import { pageName } from "./choiceNames.ts";

const HEAD = "py-2 pl-4 text-right font-medium";
const NUMBER = "hover:underline";
const CELL = "py-2 pl-4 text-right tabular-nums";

/** Pages that somebody used, the most used first; each leads to its heatmap. */
export function HeatmapPages({ range }: { range: RangeName }) {
  const pages = useQuery({
    queryKey: ["heatmap pages", range],
    queryFn: () => {
      const { from, to } = toQuery(range, new Date());
      return api.heatmapPages({ from, to });
    },
    placeholderData: keepPreviousData,
  });
  if (pages.isPending) return <Skeleton className="mt-5 h-96" />;
  if (!pages.data) return <Failure error={pages.error} onRetry={() => pages.refetch()} />;
  if (pages.data.pages.length === 0) return <NoPages />;
  return (
    <table className="mt-5 w-full" aria-busy={pages.isPlaceholderData}>
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <th className="py-2 text-left font-medium">Page</th>
          <th className={HEAD}>Sessions</th>
          <th className={HEAD}>Clicks</th>
          <th className={`${HEAD} max-md:hidden`}>Rage clicks</th>
          <th className={`${HEAD} max-md:hidden`}>Dead clicks</th>
          <th
            className={`${HEAD} max-md:hidden`}
            title="Half of the page views saw more of the page, half less."
          >
            Middle view saw
          </th>
        </tr>
      </thead>
      <tbody>
        {pages.data.pages.map((page) => (
          <PageRow key={page.path} page={page} range={range} />
        ))}
      </tbody>
    </table>
  );
}

function PageRow({
  page: { path, sessions, clicks, rage, dead, medianDepth },
  range,
}: {
  page: HeatmapPage;
  range: RangeName;
}) {
  const hrefOf = (mode: string) =>
    `/heatmaps?${new URLSearchParams({ range, page: path, ...(mode && { mode }) })}`;
  return (
    <tr className="border-hairline border-b hover:bg-surface-sunken">
      <td className="py-2">
        <Link
          href={hrefOf("")}
          className="wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-current"
        >
          {pageName(path)}
        </Link>
      </td>
      <td className={CELL}>{formatCount(sessions)}</td>
      <td className={CELL}>{formatCount(clicks)}</td>
      <td className={`${CELL} max-md:hidden`}>
        <Link href={hrefOf("rage")} className={NUMBER}>
          {formatCount(rage)}
        </Link>
      </td>
      <td className={`${CELL} max-md:hidden`}>
        <Link href={hrefOf("dead")} className={NUMBER}>
          {formatCount(dead)}
        </Link>
      </td>
      <td className={`${CELL} max-md:hidden`}>
        {medianDepth === null ? (
          "–"
        ) : (
          <Link href={hrefOf("scroll")} className={NUMBER}>
            {formatShare(medianDepth)}
          </Link>
        )}
      </td>
    </tr>
  );
}

function NoPages() {
  return (
    <Empty
      title="No clicks in this span"
      action={<LinkButton href="/recording">See what is recorded</LinkButton>}
    >
      Visitors who agree to be measured tell where they click and how far they scroll. Open the site, agree,
      click around and leave the page; it appears here within a minute.
    </Empty>
  );
}
