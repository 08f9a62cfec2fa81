import { formatCount, formatCounted, WEB_VITALS_EVENT } from "@marquee/contract";
import type { SpeedPage } from "@marquee/contract/schema";
import { useCallback } from "react";
import type { Filter } from "../../shared/address/filters.ts";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { TextLink } from "../../shared/ui/links.tsx";

type Page = Pick<SpeedPage, "host" | "path">;

/** Filters of one page. */
export const ofPage = ({ host, path }: Page): Filter[] => [
  { operator: "is", dimension: "event:page", values: [path] },
  { operator: "is", dimension: "event:hostname", values: [host] },
];

/** Event filters of the figures besides the scope: no known customers. */
const OF_FIGURES = { kind: "people", audience: "visitor" };
const MEASURED: Filter = { operator: "is", dimension: "event:name", values: [WEB_VITALS_EVENT] };

/** A function that returns the URL of the events that figures are computed from, of all pages or of one. */
export function useMeasuredHref(): (page?: Page) => string {
  const hrefOf = useScreenHref();
  return useCallback(
    (page) => hrefOf("/events", OF_FIGURES, [MEASURED, ...(page ? ofPage(page) : [])]),
    [hrefOf],
  );
}

interface PageNameProps extends Page {
  /** Whether the list has pages of several hosts. */
  hasHosts: boolean;
}

/** A page's path, and its host if the list has several. */
export function PageName({ host, path, hasHosts }: PageNameProps) {
  return (
    <>
      {path}
      {hasHosts && <span className="wrap-anywhere block text-ink-muted text-xs">{host}</span>}
    </>
  );
}

type Measured = Page & Pick<SpeedPage, "samples">;

/** The number of page views that a figure is computed from, as a link to their events. */
function MeasuredViews({ samples, host, path }: Measured) {
  const measuredHref = useMeasuredHref();
  return (
    <TextLink
      href={measuredHref({ host, path })}
      aria-label={`${formatCounted(samples, "page view")} of ${path}`}
    >
      {formatCount(samples)}
    </TextLink>
  );
}

export const VIEWS_COLUMN: Column<Measured> = {
  id: "views",
  header: "Page views",
  isNumeric: true,
  from: MEDIUM,
  width: "w-28",
  sortValue: ({ samples }) => samples,
  exact: ({ samples }) => samples,
  cell: (row) => <MeasuredViews {...row} />,
};
