import type { OverviewAnswer, Sessions, Totals } from "@marquee/contract/schema";
import {
  formatAverage,
  formatChange,
  formatCount,
  formatDuration,
  formatShare,
} from "../../shared/format.ts";

const perVisitor = ({ visitors, pageViews }: Totals) => (visitors === 0 ? 0 : pageViews / visitors);

const bounceRate = ({ sessions, bounces }: Sessions) => (sessions === 0 ? 0 : bounces / sessions);

/** The span in six figures, each with its change against the span before, and what it counts. */
export function Figures({ totals, previous }: Pick<OverviewAnswer, "totals" | "previous">) {
  return (
    <dl className="grid divide-hairline border-hairline border-y sm:grid-cols-3 sm:divide-x max-sm:divide-y [&>*:nth-child(n+4)]:sm:border-t [&>*:nth-child(4)]:sm:border-l-0 [&>*:nth-child(4)]:sm:pl-0">
      <Figure
        name="Visitors"
        counts="Different people who agreed to be measured; one who comes back counts once."
        value={formatCount(totals.visitors)}
        change={formatChange(totals.visitors, previous.visitors)}
      />
      <Figure
        name="Page views"
        counts="Pages read by people, each message once. Machines are left out."
        value={formatCount(totals.pageViews)}
        change={formatChange(totals.pageViews, previous.pageViews)}
      />
      <Figure
        name="Pages per visitor"
        counts="Page views divided by visitors."
        value={formatAverage(perVisitor(totals))}
        change={formatChange(perVisitor(totals), perVisitor(previous))}
      />
      <Figure
        name="Sessions"
        counts="Visits that began in this span. One ends after 30 minutes without a sign of the visitor."
        value={formatCount(totals.sessions)}
        change={formatChange(totals.sessions, previous.sessions)}
      />
      <Figure
        name="Bounce rate"
        counts="Sessions that saw one page only, of all sessions."
        value={formatShare(bounceRate(totals))}
        change={formatChange(bounceRate(totals), bounceRate(previous))}
      />
      <Figure
        name="Median session"
        counts="From the first to the last sign of the visitor; half of the sessions are longer."
        value={formatDuration(totals.medianDuration)}
        change={formatChange(totals.medianDuration, previous.medianDuration)}
      />
    </dl>
  );
}

interface FigureProps {
  name: string;
  counts: string;
  value: string;
  change: string | null;
}

function Figure({ name, counts, value, change }: FigureProps) {
  return (
    <div className="py-4 sm:px-5 sm:first:pl-0">
      <dt className="text-ink-muted">
        <details className="group">
          <summary className="w-fit list-none underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
            {name}
          </summary>
          <p className="mt-1 text-xs">{counts}</p>
        </details>
      </dt>
      <dd className="mt-1 flex items-baseline gap-3">
        <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">{value}</span>
        <span className="text-ink-muted text-xs tabular-nums">
          {change === null ? "nothing before to compare with" : `${change} on the span before`}
        </span>
      </dd>
    </div>
  );
}
