import { changeSentence, formatCount } from "@marquee/contract";
import type { ChangeReport, NotableChange } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "wouter";
import { type Scope, withFilter } from "../address/scope.ts";
import { toQuestion } from "../address/toQuestion.ts";
import { useScope } from "../address/useScope.ts";
import { useRoute } from "../api/useRoute.ts";
import { dimensionTitle, valueTitle } from "../filters/dimensionTexts.ts";
import { formatPeriod } from "../format/format.ts";
import { Outdated } from "../query/Outdated.tsx";
import { siteId } from "../query/siteId.ts";
import { Popover } from "../ui/Popover.tsx";

interface WhatChangedProps {
  scope: Scope;
  /** What the screen's queries include. */
  include?: { imports?: boolean };
  /** The screen's metrics. */
  metrics: readonly NotableChange["metric"][];
  /** Name of the goal whose conversions are compared; undefined for leads. */
  goal?: string | undefined;
  /** Whether the figures have loaded. The report reads many weeks, so it would delay them. */
  isReady: boolean;
}

/** A sentence about the most notable changes from the earlier range, with the computation one click away. Renders nothing without notable changes. */
export function WhatChanged({ metrics, ...options }: WhatChangedProps) {
  const report = useReport(options);
  const changes = report.data?.changes.filter(({ metric }) => metrics.includes(metric)) ?? [];
  const sentence = changeSentence({ changes });
  const ranges = report.data?.ranges;
  // The figures below are complete without it.
  if (!sentence || !ranges) return null;
  const Arrow = sentence.direction === "up" ? ArrowUp : ArrowDown;
  const color = sentence.direction === "up" ? "text-accent-strong" : "text-clay";
  return (
    <section aria-label="What changed">
      <Outdated isOutdated={report.isPlaceholderData} className="mt-5 grid gap-2">
        <h2 className="flex min-w-0 items-baseline gap-2.5 text-balance font-display text-title leading-snug">
          <Arrow aria-hidden="true" className={`size-5 shrink-0 translate-y-1 ${color}`} />
          <span>{sentence.text}</span>
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-xs">
          <Popover label="How this was computed" trigger="Why?" className="text-ink-muted text-xs">
            {() => <Arithmetic changes={changes} scope={options.scope} />}
          </Popover>
          <span className="tabular-nums">
            {periodText(ranges.range)}, compared with {periodText(ranges.earlier)}
          </span>
        </div>
      </Outdated>
    </section>
  );
}

const periodText = ([from, to]: NonNullable<ChangeReport["ranges"]>["range"]) =>
  formatPeriod({ from: Date.parse(from), to: Math.min(Date.parse(to), Date.now()) });

function useReport({ scope, include = {}, goal, isReady }: Omit<WhatChangedProps, "metrics">) {
  // Screens without a comparison still report changes.
  const compare = scope.compare === "none" ? "previous" : scope.compare;
  const ask = { metrics: ["visits"], isCompared: true, include } as const;
  const { metrics: _, ...question } = toQuestion({ ...scope, compare }, Date.now(), ask);
  const body = { site_id: siteId(), ...question, ...(goal && { goal }) };
  const options = { enabled: isReady, placeholderData: keepPreviousData, staleTime: 5 * 60_000 };
  return useRoute("POST /query/changes", { body }, options);
}

interface ArithmeticProps {
  changes: readonly NotableChange[];
  scope: Scope;
}

/** Every change, with its expected range. */
function Arithmetic({ changes, scope }: ArithmeticProps) {
  return (
    <div className="grid max-w-md gap-3 p-2 text-xs">
      <ul className="grid gap-3">
        {changes.map((change) => (
          <li key={`${change.metric} ${change.part?.dimension} ${change.part?.value}`}>
            <Count change={change} scope={scope} />
          </li>
        ))}
      </ul>
      <p className="text-ink-muted">
        “No surprise” is the range that the earlier figure could reach by chance, given the days of the week
        and how much days varied in the 8 weeks before. It's wide enough that leads, visitors, sources and
        campaigns together give a false sentence at most once in 20 times.
      </p>
    </div>
  );
}

function Count({ change, scope }: { change: NotableChange; scope: Scope }) {
  const { hrefWith } = useScope();
  const { part, metric, value, before, low, high } = change;
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
            {dimensionTitle(part.dimension)}: {valueTitle(part.dimension, part.value)}
          </Link>
        ) : (
          "All"
        )}
      </p>
      <p className="tabular-nums">
        {formatCount(value)} {metric}, {formatCount(before)} before; {formatCount(low)} to {formatCount(high)}{" "}
        would be no surprise
      </p>
    </>
  );
}
