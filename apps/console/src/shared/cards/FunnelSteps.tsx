import { formatCount, formatCounted, formatDuration, formatFineShare } from "@marquee/contract";
import type { Funnel, FunnelResponse } from "@marquee/contract/schema";
import { Change } from "../figures/Change.tsx";
import { type GoalNames, stepText } from "./stepTexts.ts";

interface FunnelStepsProps {
  funnel: Funnel;
  answer: FunnelResponse;
  names: GoalNames;
  /** Opens the drop-off after a step, counted from 1; null if it cannot be opened. */
  onOpen: ((step: number) => void) | null;
}

/** How many reached each step, as bars, with the drop-off between them. */
export function FunnelSteps({ funnel, answer, names, onOpen }: FunnelStepsProps) {
  const { steps, earlier } = answer;
  const first = steps[0]?.units ?? 0;
  const last = steps.at(-1)?.units ?? 0;
  const before = earlier?.[0]?.units ? (earlier.at(-1)?.units ?? 0) / earlier[0].units : null;
  return (
    <section aria-label="Result" className="min-w-0">
      <p className="font-display font-semibold text-[2rem] leading-tight tabular-nums">
        {first === 0 ? "–" : formatFineShare(last / first)}
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink-muted">
        <span>
          {formatCount(last)} of {formatCounted(first, funnel.per)} completed all {steps.length} steps.
        </span>
        {earlier && first > 0 && (
          <Change
            now={last / first}
            before={before}
            kind="rate"
            better="up"
            hint="Compared with the earlier range"
          />
        )}
      </p>
      <ol className="mt-5">
        {steps.map(({ units, visitors, medianTime }, index) => {
          const step = funnel.steps[index];
          if (!step) return null;
          const next = steps[index + 1];
          const lost = next ? units - next.units : 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be alike.
            <li key={index}>
              <div className="flex flex-wrap items-baseline gap-x-3">
                <span className="wrap-anywhere min-w-0 flex-1 font-medium">
                  <span className="mr-2 text-ink-muted tabular-nums">{index + 1}</span>
                  {stepText(step, names)}
                </span>
                <span className="tabular-nums">
                  <span className="font-medium">{formatCounted(units, funnel.per)}</span>
                  <span className="ml-3 inline-block w-14 text-right text-ink-muted">
                    {first === 0 ? "–" : formatFineShare(units / first)}
                  </span>
                </span>
              </div>
              <svg
                aria-hidden="true"
                viewBox="0 0 1 1"
                preserveAspectRatio="none"
                className="mt-1.5 block h-7 w-full rounded-sm bg-surface-sunken"
              >
                <rect width={first === 0 ? 0 : units / first} height="1" className="fill-accent" />
              </svg>
              <p className="mt-1 flex flex-wrap items-center gap-x-4 text-ink-muted text-xs tabular-nums">
                {funnel.per === "visit" && <span>{formatCounted(visitors, "visitor")}</span>}
                {index > 0 && medianTime !== null && units > 0 && (
                  <span>{formatDuration(medianTime)} after the first step (median)</span>
                )}
              </p>
              {next && (
                <p className="my-2 ml-1 border-hairline border-l-2 py-1 pl-4">
                  {lost > 0 && onOpen ? (
                    <button
                      type="button"
                      onClick={() => onOpen(index + 1)}
                      className="text-left text-clay tabular-nums underline decoration-clay/40 underline-offset-4 hover:decoration-clay"
                    >
                      {formatCounted(lost, funnel.per)} left here ({formatFineShare(lost / units)})
                    </button>
                  ) : (
                    <span className="text-ink-muted tabular-nums">
                      {lost > 0
                        ? `${formatCounted(lost, funnel.per)} left here (${formatFineShare(lost / units)})`
                        : units === 0
                          ? "Nobody got here"
                          : "Nobody left here"}
                    </span>
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
