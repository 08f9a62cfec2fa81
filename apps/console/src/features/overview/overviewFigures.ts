import type { OverviewResponse, Sessions, Totals } from "@marquee/contract/schema";
import type { Figure } from "../../shared/figures/Figures.tsx";
import {
  formatAverage,
  formatChange,
  formatCount,
  formatDuration,
  formatShare,
} from "../../shared/format/format.ts";

const perVisitor = ({ visitors, pageViews }: Totals) => (visitors === 0 ? 0 : pageViews / visitors);

const bounceRate = ({ sessions, bounces }: Sessions) => (sessions === 0 ? 0 : bounces / sessions);

/** The span in six metrics, each with its change from the span before, and what it counts. */
export function figuresOf({ totals, previous }: Pick<OverviewResponse, "totals" | "previous">): Figure[] {
  return [
    {
      name: "Visitors",
      counts: "Different people who agreed to be measured; one who comes back counts once.",
      value: formatCount(totals.visitors),
      note: changeText(totals.visitors, previous.visitors),
    },
    {
      name: "Page views",
      counts: "Pages read by people, each message once. Machines are left out.",
      value: formatCount(totals.pageViews),
      note: changeText(totals.pageViews, previous.pageViews),
    },
    {
      name: "Pages per visitor",
      counts: "Page views divided by visitors.",
      value: formatAverage(perVisitor(totals)),
      note: changeText(perVisitor(totals), perVisitor(previous)),
    },
    {
      name: "Sessions",
      counts:
        "Visits to a page that began in this span. One ends after 30 minutes without a sign of the visitor.",
      value: formatCount(totals.sessions),
      note: changeText(totals.sessions, previous.sessions),
    },
    {
      name: "Bounce rate",
      counts: "Sessions that saw one page only, of all of them.",
      value: formatShare(bounceRate(totals)),
      note: changeText(bounceRate(totals), bounceRate(previous)),
    },
    {
      name: "Median session",
      counts: "From the first to the last sign of the visitor; half of the sessions are longer.",
      value: formatDuration(totals.medianDuration),
      note: changeText(totals.medianDuration, previous.medianDuration),
    },
  ];
}

/** The change from the span before, in words. */
function changeText(now: number, before: number): string {
  const change = formatChange(now, before);
  return change === null ? "nothing before to compare with" : `${change} on the span before`;
}
