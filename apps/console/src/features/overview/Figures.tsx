import type { OverviewAnswer, Totals } from "@marquee/contract/schema";
import { formatAverage, formatChange, formatCount } from "../../shared/format.ts";

const perVisitor = ({ visitors, pageViews }: Totals) => (visitors === 0 ? 0 : pageViews / visitors);

/** The span in three figures, each with its change against the span before, and what it counts. */
export function Figures({ totals, previous }: Pick<OverviewAnswer, "totals" | "previous">) {
  return (
    <dl className="grid divide-hairline border-hairline border-y sm:grid-cols-3 sm:divide-x max-sm:divide-y">
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
