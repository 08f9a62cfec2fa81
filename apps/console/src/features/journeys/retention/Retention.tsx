import { formatCount, formatCounted, formatFineShare } from "@marquee/contract";
import { MAX_RETENTION_WEEKS, type RetentionResponse } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useScope } from "../../../shared/address/useScope.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { CohortTable } from "../../../shared/cards/CohortTable.tsx";
import { formatDay } from "../../../shared/format/format.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { draftCard } from "../../../shared/reports/draftCard.ts";
import type { ScreenProps } from "../../../shared/ui/screen.tsx";
import { EmptyState } from "../../../shared/ui/states.tsx";
import { JourneyHeader } from "../JourneyHeader.tsx";
import { journeyQuery } from "../journeyQuery.ts";

/** How many new visitors come back in the weeks after their first visit. */
export function Retention({ title }: ScreenProps) {
  const { scope } = useScope();
  const body = journeyQuery(scope);
  const answer = useRoute("POST /query/retention", { body }, { placeholderData: keepPreviousData });
  return (
    <>
      <JourneyHeader
        title={title}
        chosen="Retention"
        cards={[
          draftCard(scope, { title: "Retention by week", width: "full", content: { kind: "retention" } }),
        ]}
      />
      <QueryView
        query={answer}
        empty={({ weeks }) =>
          weeks.every(({ visitors }) => visitors === 0) && (
            <EmptyState title="No visitors in this date range">
              Choose a longer date range, or remove a filter.
            </EmptyState>
          )
        }
        className="mt-5"
      >
        {(data) => (
          <>
            <Headline data={data} />
            {data.left > 0 && (
              <p className="mt-2 text-ink-muted text-xs">
                The last {MAX_RETENTION_WEEKS} weeks of the date range.
              </p>
            )}
            <CohortTable weeks={sinceKnown(data.weeks)} />
          </>
        )}
      </QueryView>
      <Bounds knownSince={answer.data?.knownSince ?? null} />
    </>
  );
}

/** Drops the weeks before the first visitor. */
function sinceKnown(weeks: RetentionResponse["weeks"]) {
  return weeks.slice(
    Math.max(
      0,
      weeks.findIndex(({ visitors }) => visitors > 0),
    ),
  );
}

/** The share of new visitors who came back a week later, from cohorts old enough to tell. */
function Headline({ data: { weeks } }: { data: RetentionResponse }) {
  const measurableWeeks = weeks.filter(({ retained }) => retained.length > 1);
  const whole = measurableWeeks.filter((_, index) => !weeks[index + 1]?.isPartial);
  const counted = whole.length > 0 ? whole : measurableWeeks;
  const sum = (value: (week: (typeof weeks)[number]) => number) =>
    counted.reduce((total, week) => total + value(week), 0);
  const news = sum(({ newVisitors }) => newVisitors);
  const back = sum(({ retained }) => retained[1] ?? 0);
  const all = weeks.reduce((total, { newVisitors }) => total + newVisitors, 0);
  return (
    <>
      <p className="font-display font-semibold text-[2rem] leading-tight tabular-nums">
        {news === 0 ? "–" : formatFineShare(back / news)}
      </p>
      <p className="text-ink-muted">
        {news === 0
          ? `${formatCounted(all, "new visitor")}. Choose more than one week to see how many came back.`
          : `${formatCount(back)} of ${formatCounted(news, "new visitor")} came back in the week after their first visit.`}
      </p>
    </>
  );
}

function Bounds({ knownSince }: { knownSince: number | null }) {
  return (
    <p className="mt-8 max-w-prose text-ink-muted text-xs">
      A visitor is a browser that consented. Those who clear its site data or use another browser count as new
      again; the visitor cookie lasts a year, and Safari deletes it after seven days without a visit.
      Withdrawing consent removes a visitor from every week.
      {knownSince !== null &&
        ` Visits before ${formatDay(knownSince)} are not stored, so a visitor's first visit is the first one since then.`}{" "}
      Filters apply to a visitor's first visit; any later visit counts as coming back.
    </p>
  );
}
