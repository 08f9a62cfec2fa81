import type { ExperimentAnswer } from "@marquee/contract/schema";
import clsx from "clsx";
import type { ReactNode } from "react";
import { capitalize } from "../../../shared/format/format.ts";
import { targetingSummary } from "../../../shared/targeting/targetingSummary.ts";
import { metricSummary } from "../metricSummary.ts";
import { formatLift } from "./results/formatFigures.ts";
import { VariationPreviews } from "./VariationPreviews.tsx";

interface PlanProps {
  experiment: ExperimentAnswer;
  /** Whether nothing stands beside it. */
  isWide: boolean;
}

/** What was planned: what is expected, what is shown, to whom, and what decides. */
export function Plan({ experiment, isWide }: PlanProps) {
  const { hypothesis, targeting, coverage, metrics, minimumEffect } = experiment.definition;
  return (
    <div
      className={clsx("grid min-w-0 gap-x-10 gap-y-6", isWide ? "md:grid-cols-2" : "md:max-lg:grid-cols-2")}
    >
      <Part title="Hypothesis">
        {hypothesis.trim() === "" ? (
          <p className="text-ink-muted">Not written yet. It is needed before the start.</p>
        ) : (
          <p className="wrap-anywhere max-w-prose whitespace-pre-line">{hypothesis}</p>
        )}
      </Part>
      <Part title="Variations">
        <VariationPreviews experiment={experiment} />
      </Part>
      <Part title="Who takes part">
        <p>
          {capitalize(targetingSummary(targeting, coverage))}. Only those who agreed to be measured take part.
        </p>
      </Part>
      <Part title="What decides">
        <ul className="grid gap-1.5">
          {metrics.map((metric, index) => (
            <li key={metric.id}>
              {metric.name}
              {index === 0 && <span className="text-ink-muted"> decides</span>}
              {metric.isGuardrail && <span className="text-ink-muted"> is watched as a guardrail</span>}
              <span className="block text-ink-muted text-xs">Counts {metricSummary(metric)}.</span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-ink-muted text-xs">
          Smallest lift worth finding: {formatLift(minimumEffect)}.
        </p>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 border-hairline border-t pt-3">
      <h2 className="mb-1.5 font-medium">{title}</h2>
      {children}
    </section>
  );
}
