import { type FilterDimension, formatCounted, NOT_SET } from "@marquee/contract";
import type { DropOffVisit, Funnel } from "@marquee/contract/schema";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMemo } from "react";
import type { Scope } from "../../../shared/address/scope.ts";
import { useScreenHref } from "../../../shared/address/useScope.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { type GoalNames, stepText } from "../../../shared/cards/stepTexts.ts";
import { RankedBars } from "../../../shared/figures/RankedBars.tsx";
import { dimensionTitle, valueTitle } from "../../../shared/filters/dimensionTexts.ts";
import { formatInstant } from "../../../shared/format/format.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { type Column, MEDIUM } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { visitColumn } from "../../../shared/table/visitColumn.tsx";
import { TextLink } from "../../../shared/ui/links.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { journeyQuery } from "../journeyQuery.ts";
import { nodeKey, nodeText } from "../nodeTexts.ts";

interface DropOffProps {
  funnel: Funnel;
  scope: Scope;
  names: GoalNames;
  /** The last step that was reached, from 1. */
  step: number;
  /** A value of the breakdown; null for all. */
  part: { dimension: FilterDimension; value: string } | null;
  onDismiss: () => void;
}

/** Visitors who reached a step but not the next one: what they did instead, and their visits with replays. */
export function DropOff({ funnel, scope, names, step, part, onDismiss }: DropOffProps) {
  const body = {
    ...journeyQuery(scope),
    funnel,
    step,
    ...(part && { breakdown: part.dimension, part: part.value }),
  };
  const answer = useRoute("POST /query/funnel/drop-off", { body });
  const textOf = (index: number) => {
    const step = funnel.steps[index];
    return step ? stepText(step, names) : "";
  };
  const columns = useVisitColumns();
  return (
    <Dialog isOpen onDismiss={onDismiss} title={`Left after step ${step}`} closeLabel="Close" size="lg">
      <p className="wrap-anywhere text-ink-muted">
        {textOf(step - 1)}, but not: {textOf(step)}
        {part && ` · ${dimensionTitle(part.dimension)}: ${valueTitle(part.dimension, part.value)}`}
      </p>
      <QueryView
        query={answer}
        loading={<Skeleton className="mt-4 h-96" />}
        empty={({ units }) =>
          units === 0 && (
            <p className="py-8 text-ink-muted">Nobody left here in this date range with these filters.</p>
          )
        }
        className="mt-4 min-h-96 text-xs"
      >
        {({ units, next, visits }) => (
          <div className="grid gap-8">
            <p className="font-medium text-sm tabular-nums">{formatCounted(units, funnel.per)}</p>
            <RankedBars
              title="What they did next"
              hint="Their next page view or event in the same visit, at any later time."
              nameHeader="Page or event"
              countHeader={funnel.per === "visit" ? "Visits" : "Visitors"}
              tone="clay"
              rows={next.map(({ node, units: count }) => ({
                key: nodeKey(node),
                label: node.kind === "left" ? "Left the site" : nodeText(node),
                count,
              }))}
            />
            <section className="min-w-0">
              <h2 className="font-medium text-sm">Their visits</h2>
              <p className="mt-1 text-ink-muted">{listedText(units, visits)}</p>
              <DataTable
                caption="Visits that left after this step"
                columns={columns}
                rows={visits}
                keyOf={({ session, visitor }) => `${session} ${visitor}`}
              />
            </section>
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

/** Which visits the table lists, and that they have replays. */
function listedText(units: number, visits: readonly DropOffVisit[]): string {
  const part = units > visits.length ? `${visits.length} of the latest. ` : "";
  const watched = visits.filter(({ replay }) => replay !== null).length;
  if (watched === 0) return `${part}None of them was recorded.`;
  return `${part}${formatCounted(watched, "replay")}, listed first.`;
}

const title = (dimension: "visit:source" | "visit:country" | "visit:device", value: string) =>
  valueTitle(dimension, value || NOT_SET);

function useVisitColumns(): Column<DropOffVisit>[] {
  const hrefOf = useScreenHref();
  return useMemo(
    () => [
      visitColumn(hrefOf),
      {
        id: "source",
        header: "Source",
        width: "w-28",
        from: MEDIUM,
        cell: ({ source }) => title("visit:source", source),
      },
      {
        id: "country",
        header: "Country",
        width: "w-28",
        from: MEDIUM,
        cell: ({ country, device }) => (
          <>
            {title("visit:country", country)}
            <span className="block text-ink-muted">{title("visit:device", device)}</span>
          </>
        ),
      },
      {
        id: "next",
        header: "Next",
        from: MEDIUM,
        cell: ({ next }) => (
          <span className="wrap-anywhere">{next.kind === "left" ? "Left the site" : nodeText(next)}</span>
        ),
      },
      {
        id: "replay",
        header: "Replay",
        isHeaderHidden: true,
        width: "w-20",
        className: "text-right",
        cell: ({ replay, at }) =>
          replay && (
            <TextLink
              href={`/replays/${encodeURIComponent(replay)}`}
              aria-label={`Replay of ${formatInstant(at)}`}
            >
              Watch
            </TextLink>
          ),
      },
    ],
    [hrefOf],
  );
}
