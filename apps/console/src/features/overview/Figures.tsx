import type { OverviewAnswer, Sessions, Totals } from "@marquee/contract/schema";
import { Figure } from "../../shared/figures/Figure.tsx";
import {
  formatAverage,
  formatChange,
  formatCount,
  formatDuration,
  formatShare,
} from "../../shared/format/format.ts";

const perVisitor = ({ visitors, pageViews }: Totals) => (visitors === 0 ? 0 : pageViews / visitors);

const bounceRate = ({ sessions, bounces }: Sessions) => (sessions === 0 ? 0 : bounces / sessions);

/** The span in six figures, each with its change against the span before, and what it counts. */
export function Figures({ totals, previous }: Pick<OverviewAnswer, "totals" | "previous">) {
  return (
    <dl className="grid divide-hairline border-hairline border-y sm:grid-cols-3 sm:divide-x max-sm:divide-y sm:[&>*:nth-child(3n)]:border-e-0 sm:[&>*:nth-child(n+4)]:border-t sm:[&>*:nth-child(4)]:pl-0">
      <Figure
        name="Visitors"
        counts="Different people who agreed to be measured; one who comes back counts once."
        value={formatCount(totals.visitors)}
        note={changeOf(totals.visitors, previous.visitors)}
      />
      <Figure
        name="Page views"
        counts="Pages read by people, each message once. Machines are left out."
        value={formatCount(totals.pageViews)}
        note={changeOf(totals.pageViews, previous.pageViews)}
      />
      <Figure
        name="Pages per visitor"
        counts="Page views divided by visitors."
        value={formatAverage(perVisitor(totals))}
        note={changeOf(perVisitor(totals), perVisitor(previous))}
      />
      <Figure
        name="Sessions"
        counts="Visits to a page that began in this span. One ends after 30 minutes without a sign of the visitor."
        value={formatCount(totals.sessions)}
        note={changeOf(totals.sessions, previous.sessions)}
      />
      <Figure
        name="Bounce rate"
        counts="Sessions that saw one page only, of all of them."
        value={formatShare(bounceRate(totals))}
        note={changeOf(bounceRate(totals), bounceRate(previous))}
      />
      <Figure
        name="Median session"
        counts="From the first to the last sign of the visitor; half of the sessions are longer."
        value={formatDuration(totals.medianDuration)}
        note={changeOf(totals.medianDuration, previous.medianDuration)}
      />
    </dl>
  );
}

/** A change against the span before, in words. */
function changeOf(now: number, before: number): string {
  const change = formatChange(now, before);
  return change === null ? "nothing before to compare with" : `${change} on the span before`;
}
