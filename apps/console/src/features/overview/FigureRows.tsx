import {
  type FilterDimension,
  formatCount,
  formatCounted,
  formatDuration,
  METRICS,
  NO_CONSENT,
  NOT_SET,
} from "@marquee/contract";
import type {
  FigureMetric,
  FigureRows as FigurePage,
  FigureTotals,
  LeadOfFigure,
  VisitOfFigure,
} from "@marquee/contract/schema";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Scope } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { valueTitle } from "../../shared/filters/dimensionTexts.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { siteId } from "../../shared/query/siteId.ts";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { visitColumn } from "../../shared/table/visitColumn.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";

const WIDER = 680;

interface FigureRowsProps {
  metric: FigureMetric;
  scope: Scope;
  /** Whether the account may open leads, which have names and addresses. */
  mayOpenLeads: boolean;
  onDismiss: () => void;
}

/** The rows that a figure counts, with the same date range and filters. */
export function FigureRows({ metric, scope, mayOpenLeads, onDismiss }: FigureRowsProps) {
  const { list, load } = useRows(metric, scope);
  const pages = list.data?.pages ?? [];
  const [first] = pages;
  const visits = pages.flatMap(visitsOf);
  const leads = pages.flatMap(leadsOf);
  const visitColumns = useVisitColumns(metric, mayOpenLeads);
  const leadColumns = useLeadColumns(mayOpenLeads);
  const { title, definition } = METRICS[metric];
  return (
    <Dialog isOpen onDismiss={onDismiss} title={title} closeLabel="Close" size="lg">
      <p className="max-w-prose text-ink-muted text-xs">{definition}</p>
      <QueryView
        query={list}
        loading={<Skeleton className="mt-4 h-96" />}
        empty={() =>
          first?.totals.rows === 0 && (
            <p className="py-8 text-ink-muted">Nothing matches these filters in this date range.</p>
          )
        }
        className="mt-4 min-h-96 text-xs"
      >
        {() => (
          <>
            {first && (
              <p className="mb-3 font-medium text-sm tabular-nums">{sumText(metric, first.totals)}</p>
            )}
            {first?.kind === "leads" ? (
              <DataTable
                caption={`${title}: leads`}
                columns={leadColumns}
                rows={leads}
                keyOf={keyOfLead}
                csv={{ loadRows: loadAllPages({ load, rowsOf: leadsOf, keyOf: keyOfLead }) }}
              />
            ) : (
              <DataTable
                caption={`${title}: visits`}
                columns={visitColumns}
                rows={visits}
                keyOf={keyOfVisit}
                csv={{ loadRows: loadAllPages({ load, rowsOf: visitsOf, keyOf: keyOfVisit }) }}
              />
            )}
            <LoadMore
              list={list}
              count={visits.length + leads.length}
              noun={first?.kind === "leads" ? "lead" : "visit"}
            />
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

/** Loads the pages of the rows, for the table and for downloads. */
function useRows(metric: FigureMetric, scope: Scope) {
  const { date_range, filters = [] } = toQuestion(scope, Date.now(), { metrics: [metric] });
  const load = (before: string, signal: AbortSignal): Promise<FigurePage> => {
    const body = { site_id: siteId(), metric, date_range, filters, ...(before && { before }) };
    return request("POST /query/rows", { body, signal });
  };
  const list = useInfiniteQuery({
    queryKey: routeKey("POST /query/rows", metric, date_range, filters),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return { list, load };
}

const visitsOf = (page: FigurePage) => (page.kind === "visits" ? page.rows : []);
const leadsOf = (page: FigurePage) => (page.kind === "leads" ? page.rows : []);
const keyOfVisit = ({ session, visitor }: VisitOfFigure) => `${session} ${visitor}`;
const keyOfLead = ({ id }: LeadOfFigure) => id;

/** How the figure follows from its rows: "2,310 page views in 1,022 visits". */
function sumText(metric: FigureMetric, { rows, visitors, views, bounces, duration }: FigureTotals) {
  const visits = formatCounted(rows, "visit");
  switch (metric) {
    case "visitors":
      return `${formatCounted(visitors, "visitor")} in ${visits}`;
    case "conversion_rate":
      return `${formatCounted(visitors, "visitor")} reached the goal in ${visits}`;
    case "visits":
      return visits;
    case "pageviews":
    case "views_per_visit":
      return `${formatCounted(views, "page view")} in ${visits}`;
    case "bounce_rate":
      return `${formatCount(bounces)} of ${visits} with a single page view`;
    case "visit_duration":
      return `${formatDuration(duration)} in ${visits}`;
    case "leads":
      return formatCounted(rows, "lead");
    case "lead_rate":
      return `${formatCounted(rows, "lead")} from visitors who consented`;
  }
}

/** A visit's value of a dimension for display. */
const titleOf = (dimension: FilterDimension, value: string) => valueTitle(dimension, value || NOT_SET);

function useVisitColumns(metric: FigureMetric, mayOpenLeads: boolean): Column<VisitOfFigure>[] {
  const hrefOf = useScreenHref();
  return useMemo(() => {
    const countsOwn = metric === "visitors" || metric === "pageviews" || metric === "conversion_rate";
    return [
      visitColumn(hrefOf),
      {
        id: "source",
        header: "Source",
        width: "w-32",
        from: MEDIUM,
        cell: ({ source }) => titleOf("visit:source", source),
      },
      {
        id: "country",
        header: "Country",
        width: "w-32",
        from: MEDIUM,
        cell: ({ country }) => titleOf("visit:country", country),
      },
      {
        id: "device",
        header: "Device",
        width: "w-24",
        from: WIDER,
        cell: ({ device }) => titleOf("visit:device", device),
        folded: () => null,
      },
      {
        id: "views",
        header: "Page views",
        isNumeric: true,
        width: "w-24",
        ...(countsOwn && { hint: "Page views in the date range, on the pages that the filters select." }),
        cell: ({ countedViews }) => formatCount(countedViews),
      },
      {
        id: "duration",
        header: "Duration",
        isNumeric: true,
        width: "w-24",
        from: MEDIUM,
        cell: ({ duration }) => formatDuration(duration),
        exact: ({ duration }) => duration,
        unit: "ms",
      },
      {
        id: "more",
        header: "Lead and replay",
        isHeaderHidden: true,
        width: "w-32",
        from: WIDER,
        className: "text-right",
        cell: (visit) => <VisitLinks visit={visit} mayOpenLeads={mayOpenLeads} />,
        folded: (visit) =>
          visit.leads.length > 0 || visit.replay !== null ? (
            <VisitLinks visit={visit} mayOpenLeads={mayOpenLeads} />
          ) : null,
      },
    ];
  }, [metric, mayOpenLeads, hrefOf]);
}

interface VisitLinksProps {
  visit: VisitOfFigure;
  mayOpenLeads: boolean;
}

function VisitLinks({ visit: { leads, replay }, mayOpenLeads }: VisitLinksProps) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-3">
      {leads.map((id) =>
        mayOpenLeads ? (
          <TextLink key={id} href={`/leads/${id}`}>
            Lead
          </TextLink>
        ) : (
          <span key={id}>Lead</span>
        ),
      )}
      {replay && <TextLink href={`/replays/${encodeURIComponent(replay)}`}>Replay</TextLink>}
    </span>
  );
}

function useLeadColumns(mayOpen: boolean): Column<LeadOfFigure>[] {
  return useMemo(() => {
    const origin = (dimension: FilterDimension, value: string, hasConsent: boolean) =>
      hasConsent ? titleOf(dimension, value) : valueTitle(dimension, NO_CONSENT);
    return [
      {
        id: "sent",
        header: "Sent",
        isMain: true,
        cell: ({ id, at, page }) => (
          <>
            {mayOpen ? (
              <TextLink href={`/leads/${id}`} className="tabular-nums">
                {formatInstant(at)}
              </TextLink>
            ) : (
              <span className="tabular-nums">{formatInstant(at)}</span>
            )}
            <span className="wrap-anywhere block text-ink-muted">{page}</span>
          </>
        ),
        exact: ({ at }) => at,
        unit: "time",
      },
      { id: "form", header: "Form", width: "w-24", cell: ({ kind }) => valueTitle("lead:kind", kind) },
      {
        id: "source",
        header: "Source",
        width: "w-44",
        from: MEDIUM,
        cell: ({ source, hasConsent }) => origin("visit:source", source, hasConsent),
      },
      {
        id: "country",
        header: "Country",
        width: "w-44",
        from: WIDER,
        cell: ({ country, hasConsent }) => origin("visit:country", country, hasConsent),
      },
      {
        id: "device",
        header: "Device",
        width: "w-44",
        from: WIDER,
        cell: ({ device, hasConsent }) => origin("visit:device", device, hasConsent),
      },
    ];
  }, [mayOpen]);
}
