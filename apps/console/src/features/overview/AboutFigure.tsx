import { METRICS } from "@marquee/contract";
import type { FigureMetric } from "@marquee/contract/schema";
import { Link } from "wouter";
import type { Scope } from "../../shared/address/scope.ts";
import { useHrefWith } from "../../shared/address/useFilters.ts";
import { filterText } from "../../shared/filters/filterTexts.ts";
import { useSegmentText } from "../../shared/filters/segments/useSegments.ts";
import { InfoPopover } from "../../shared/ui/InfoPopover.tsx";
import { ranksByLeads } from "./chosenMetric.ts";

interface AboutFigureProps {
  metric: FigureMetric;
  scope: Scope;
  /** The times that the figure covers, in words. */
  period: string;
  /** What the figure does not cover. */
  warning: string | undefined;
  /** Side of the button that the panel is aligned with. */
  align: "start" | "end";
}

/** A button that explains a figure: how it is computed and from what, with a link to its rows. */
export function AboutFigure({ metric, scope, period, warning, align }: AboutFigureProps) {
  const hrefWith = useHrefWith();
  const { title, definition } = METRICS[metric];
  const { filters, anyOf, segments } = scope;
  const segmentText = useSegmentText(segments);
  return (
    <InfoPopover label={`About ${title.toLowerCase()}`} align={align}>
      {(close) => (
        <div className="grid max-w-sm gap-2 p-2 text-xs">
          <p className="font-medium text-sm">{title}</p>
          <p className="max-w-prose">{definition}</p>
          {warning && <p className="max-w-prose border-sun border-l-4 pl-2">{warning}</p>}
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
            <dt className="text-ink-muted">Date range</dt>
            <dd className="tabular-nums">{period}</dd>
            {filters.map((filter) => (
              <Condition key={filterText(filter)} term="Filter">
                {filterText(filter)}
              </Condition>
            ))}
            {segments.map((id) => (
              <Condition key={id} term="Filter">
                {segmentText(id)}
              </Condition>
            ))}
            {anyOf.length > 0 && <Condition term="Any of">{anyOf.map(filterText).join(", or ")}</Condition>}
          </dl>
          <Link
            href={hrefWith({ rows: metric })}
            onClick={close}
            className="w-fit font-medium text-accent-strong underline underline-offset-4"
          >
            {ranksByLeads(metric) ? "See the leads" : "See the visits"}
          </Link>
        </div>
      )}
    </InfoPopover>
  );
}

function Condition({ term, children }: { term: string; children: string }) {
  return (
    <>
      <dt className="text-ink-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
