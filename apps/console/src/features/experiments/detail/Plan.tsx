import { capitalize, formatFineShare } from "@marquee/contract";
import type { ExperimentResponse } from "@marquee/contract/schema";
import clsx from "clsx";
import type { ReactNode } from "react";
import { hrefOfPreview } from "../../../shared/preview/previewState.ts";
import { targetingSummary } from "../../../shared/targeting/targetingTexts.ts";
import { TextLink } from "../../../shared/ui/links.tsx";
import { metricSummary } from "../experimentTexts.ts";
import { formatLift } from "./results/formatFigures.ts";

interface PlanProps {
  experiment: ExperimentResponse;
  /** Whether it spans the full width. */
  isWide: boolean;
  /** Whether the results beside it belong to an earlier phase, which may have had a different plan. */
  isBesideEarlier: boolean;
}

/** The plan: hypothesis, variations, audience and metrics. */
export function Plan({ experiment, isWide, isBesideEarlier }: PlanProps) {
  const { hypothesis, targeting, coverage, metrics, minimumEffect } = experiment.definition;
  return (
    <div
      className={clsx("grid min-w-0 gap-x-10 gap-y-6", isWide ? "md:grid-cols-2" : "md:max-lg:grid-cols-2")}
    >
      {isBesideEarlier && (
        <p className="text-ink-muted md:col-span-full">
          The current plan. The results beside it are from an earlier phase, with that phase's variations and
          metrics.
        </p>
      )}
      <Part title="Hypothesis">
        {hypothesis.trim() === "" ? (
          <p className="text-ink-muted">No hypothesis yet. Add one before you start.</p>
        ) : (
          <p className="wrap-anywhere max-w-prose whitespace-pre-line">{hypothesis}</p>
        )}
      </Part>
      <Part title="Variations">
        <VariationPreviews experiment={experiment} />
      </Part>
      <Part title="Audience">
        <p>{capitalize(targetingSummary(targeting, coverage))}. Only consented visitors take part.</p>
      </Part>
      <Part title="Metrics">
        <ul className="grid gap-1.5">
          {metrics.map((metric, index) => (
            <li key={metric.id}>
              {metric.name}
              {index === 0 && <span className="text-ink-muted"> primary</span>}
              {metric.isGuardrail && <span className="text-ink-muted"> guardrail</span>}
              <span className="block text-ink-muted text-xs">Counts {metricSummary(metric)}.</span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-ink-muted text-xs">Minimum detectable effect: {formatLift(minimumEffect)}.</p>
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

/** Each variation with its weight, and a link to the Preview screen. */
function VariationPreviews({ experiment: { definition, path } }: { experiment: ExperimentResponse }) {
  const { key: experiment, variations } = definition;
  const previewOf = (variation: string) => ({
    path: path ?? "/",
    choices: { isMeasured: true, variations: { [experiment]: variation } },
  });
  const [first, second] = variations.map(({ key }) => previewOf(key));
  return (
    <>
      <ul>
        {variations.map(({ key, name, weight }) => (
          <li key={key} className="border-hairline border-b py-1.5 last:border-b-0">
            <p className="flex justify-between gap-3">
              <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
              <span className="text-ink-muted tabular-nums">{formatFineShare(weight)}</span>
            </p>
            {path !== null && (
              <TextLink href={hrefOfPreview(previewOf(key))}>
                Preview<span className="sr-only"> {name}</span>
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      {path === null ? (
        <p className="mt-1 text-ink-muted text-xs">The page no longer exists, so there is no preview.</p>
      ) : (
        first && second && <TextLink href={hrefOfPreview(first, second)}>Compare the first two</TextLink>
      )}
    </>
  );
}
