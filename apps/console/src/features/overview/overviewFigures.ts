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

/** Six metrics of the date range, each with its change from the previous period. */
export function figuresOf({ totals, previous }: Pick<OverviewResponse, "totals" | "previous">): Figure[] {
  return [
    {
      name: "Visitors",
      counts: "Unique consented visitors. Returning visitors count once.",
      value: formatCount(totals.visitors),
      note: changeText(totals.visitors, previous.visitors),
    },
    {
      name: "Page views",
      counts: "Page views by people, without duplicates. Bots are excluded.",
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
      counts: "Sessions that started in this date range. A session ends after 30 minutes of inactivity.",
      value: formatCount(totals.sessions),
      note: changeText(totals.sessions, previous.sessions),
    },
    {
      name: "Bounce rate",
      counts: "Share of sessions with only one page view.",
      value: formatShare(bounceRate(totals)),
      note: changeText(bounceRate(totals), bounceRate(previous)),
    },
    {
      name: "Median session",
      counts: "Median time from the first to the last event of a session.",
      value: formatDuration(totals.medianDuration),
      note: changeText(totals.medianDuration, previous.medianDuration),
    },
  ];
}

/** The change from the previous period, in words. */
function changeText(now: number, before: number): string {
  const change = formatChange(now, before);
  return change === null ? "no earlier data" : `${change} vs. previous period`;
}
