import { type ChangeSentence, changeSentence, formatCount, formatDays } from "@marquee/contract";
import type { ChangeReport, UnusualCount } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import { Link } from "wouter";
import { type Scope, scopeFilters, withFilter } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { type RequestBody, request } from "../../shared/api/request.ts";
import { dimensionTitle, valueTitle } from "../../shared/filters/dimensionTexts.ts";
import { Outdated } from "../../shared/query/Outdated.tsx";
import { siteId } from "../../shared/query/siteId.ts";
import { Popover } from "../../shared/ui/Popover.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";

interface WhatChangedProps {
  scope: Scope;
  /** Whether the figures are there. The report reads many weeks, and the figures would have to wait for it. */
  isReady: boolean;
}

/** One sentence about what changed that matters, with its arithmetic one click away. */
export function WhatChanged({ scope, isReady }: WhatChangedProps) {
  const report = useReport(scope, isReady);
  if (report.isPending) return <Skeleton className="mt-5 h-8 max-w-xl" />;
  // The figures below still say everything else.
  if (!report.data) return null;
  const sentence = changeSentence(report.data);
  return (
    <section aria-label="What changed">
      <Outdated
        isOutdated={report.isPlaceholderData}
        className="mt-5 flex flex-wrap items-baseline gap-x-4 gap-y-2"
      >
        <h2 className="flex min-w-0 items-baseline gap-2.5 text-balance font-display text-title leading-snug">
          <Sign {...sentence} />
          <span>{sentence.text}</span>
        </h2>
        {report.data.periods > 0 && (
          <Popover label="How this was computed" trigger="Why?" className="text-ink-muted text-xs">
            {() => <Arithmetic report={report.data} scope={scope} />}
          </Popover>
        )}
      </Outdated>
    </section>
  );
}

function useReport(scope: Scope, enabled: boolean) {
  const { date_range } = toQuestion(scope, Date.now(), { metrics: ["visits"] });
  const goal = scope.filters.find(
    ({ dimension, operator }) => dimension === "event:goal" && operator === "is",
  );
  const others = scope.filters.filter((filter) => filter !== goal);
  const filters = scopeFilters({ ...scope, filters: others });
  return useQuery({
    queryKey: ["what changed", date_range, filters, goal?.values[0]],
    queryFn: ({ signal }) => {
      const body = {
        site_id: siteId(),
        date_range,
        filters,
        ...(goal?.values[0] && { goal: goal.values[0] }),
      };
      return request("POST /query/changes", {
        body: body as unknown as RequestBody<"POST /query/changes">,
        signal,
      });
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
}

function Sign({ direction, isGood }: ChangeSentence) {
  const Icon = direction === "up" ? ArrowUp : direction === "down" ? ArrowDown : Minus;
  const color = isGood === null ? "text-ink-muted" : isGood ? "text-accent-strong" : "text-clay";
  return <Icon aria-hidden="true" className={`size-5 shrink-0 translate-y-1 ${color}`} />;
}

/** Every count that is not usual, next to its usual range and earlier values. */
function Arithmetic({ report, scope }: { report: ChangeReport; scope: Scope }) {
  const { period, periods, shift, changes } = report;
  return (
    <div className="grid max-w-md gap-3 text-xs">
      <p>
        {period && <>Complete days {formatDays(Date.parse(period.from), Date.parse(period.to))}, </>}
        compared with the {periods} earlier periods of the same length and weekdays, {shift} days apart.
      </p>
      {changes.length === 0 ? (
        <p>Leads, visits and all their sources are within their usual range.</p>
      ) : (
        <ul className="grid gap-3">
          {changes.map((change) => (
            <li key={`${change.metric} ${change.part?.dimension} ${change.part?.value}`}>
              <Count change={change} scope={scope} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-muted">
        Usual is the median of the earlier periods, plus or minus three robust standard deviations (1.4826 ×
        the median absolute deviation), and at least what chance alone explains.
      </p>
    </div>
  );
}

function Count({ change, scope }: { change: UnusualCount; scope: Scope }) {
  const { hrefWith } = useScope();
  const { part, metric, value, median, low, high, deviation, earlier } = change;
  const name = part ? valueTitle(part.dimension, part.value) : "All";
  return (
    <>
      <p className="font-medium">
        {part ? (
          <Link
            href={hrefWith(
              withFilter(scope, { operator: "is", dimension: part.dimension, values: [part.value] }),
            )}
            className="underline decoration-hairline underline-offset-4 hover:decoration-current"
          >
            {dimensionTitle(part.dimension)}: {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="tabular-nums">
        {formatCount(value)} {metric}; usual {formatCount(low)} to {formatCount(high)} (median{" "}
        {formatCount(median)}, deviation {formatCount(deviation)})
      </p>
      <p className="text-ink-muted tabular-nums">
        Before: {earlier.map((each) => formatCount(each)).join(", ")}
      </p>
    </>
  );
}
