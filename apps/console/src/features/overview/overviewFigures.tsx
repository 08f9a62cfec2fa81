import type { Figures, OverviewResponse, Sessions, Totals } from "@marquee/contract/schema";
import { Change } from "../../shared/figures/Change.tsx";
import type { Figure } from "../../shared/figures/Figures.tsx";
import {
  formatAverage,
  formatCount,
  formatDuration,
  formatFineShare,
  formatShare,
} from "../../shared/format/format.ts";

const perVisitor = ({ visitors, pageViews }: Totals) => (visitors === 0 ? null : pageViews / visitors);

const bounceRate = ({ sessions, bounces }: Sessions) => (sessions === 0 ? null : bounces / sessions);

const conversionRate = ({ consentedLeads, visitors }: Figures) =>
  visitors === 0 ? null : consentedLeads / visitors;

/** The metrics of the date range, each with its change from the previous period. */
export function figuresOf({ totals, previous }: Pick<OverviewResponse, "totals" | "previous">): Figure[] {
  return [
    {
      name: "Visitors",
      counts: "Unique consented visitors. Returning visitors count once.",
      value: formatCount(totals.visitors),
      note: <Change now={totals.visitors} before={previous.visitors || null} kind="count" better="up" />,
    },
    {
      name: "Page views",
      counts: "Page views by people, without duplicates. Bots are excluded.",
      value: formatCount(totals.pageViews),
      note: <Change now={totals.pageViews} before={previous.pageViews || null} kind="count" better="up" />,
    },
    {
      name: "Pages per visitor",
      counts: "Page views divided by visitors.",
      value: formatAverage(perVisitor(totals) ?? 0),
      note: <Change now={perVisitor(totals) ?? 0} before={perVisitor(previous)} kind="count" />,
    },
    {
      name: "Sessions",
      counts: "Sessions that started in this date range. A session ends after 30 minutes of inactivity.",
      value: formatCount(totals.sessions),
      note: <Change now={totals.sessions} before={previous.sessions || null} kind="count" better="up" />,
    },
    {
      name: "Bounce rate",
      counts: "Share of sessions with only one page view.",
      value: formatShare(bounceRate(totals) ?? 0),
      note: <Change now={bounceRate(totals) ?? 0} before={bounceRate(previous)} kind="rate" better="down" />,
    },
    {
      name: "Median session",
      counts: "Median time from the first to the last event of a session.",
      value: formatDuration(totals.medianDuration),
      note: (
        <Change
          now={totals.medianDuration}
          before={previous.sessions === 0 ? null : previous.medianDuration}
          kind="count"
        />
      ),
    },
    {
      name: "Leads",
      counts: "Contact and sign-up forms that are not spam, with and without consent to analytics.",
      value: formatCount(totals.leads),
      note: (
        <Change
          now={totals.leads}
          before={previous.leads === 0 && previous.visitors === 0 ? null : previous.leads}
          kind="count"
          better="up"
        />
      ),
    },
    {
      name: "Conversion rate",
      counts:
        "Leads from visitors who consented to analytics, divided by visitors, all of whom consented. Leads without consent are left out, because the visitors they would have to be compared with are not measured.",
      value: formatFineShare(conversionRate(totals) ?? 0),
      note: (
        <Change now={conversionRate(totals) ?? 0} before={conversionRate(previous)} kind="rate" better="up" />
      ),
    },
  ];
}
