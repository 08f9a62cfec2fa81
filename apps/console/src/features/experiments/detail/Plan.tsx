import { capitalize, formatFineShare, pathOf } from "@marquee/contract";
import type { ExperimentResponse } from "@marquee/contract/schema";
import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { writeHref } from "../../../shared/address/writeHref.ts";
import { siteUrl } from "../../../shared/api/siteUrl.ts";
import { targetingSummary } from "../../../shared/targeting/targetingTexts.ts";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { TextLink } from "../../../shared/ui/links.tsx";
import { metricSummary } from "../experimentTexts.ts";
import { formatLift } from "./results/formatFigures.ts";

interface PlanProps {
  experiment: ExperimentResponse;
  /** Whether it spans the full width. */
  isWide: boolean;
  /** Whether the results beside it are of an earlier phase, which may have had another plan. */
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
          The current plan. The results beside it are of an earlier phase, with the variations and metrics of
          that time.
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

/** Each variation with its weight and a preview link. */
function VariationPreviews({ experiment }: { experiment: ExperimentResponse }) {
  const { definition, previews } = experiment;
  return (
    <>
      <ul>
        {definition.variations.map(({ key, name, weight }) => {
          const url = previews.find(({ variation }) => variation === key)?.url;
          return (
            <li key={key} className="border-hairline border-b py-1.5 last:border-b-0">
              <p className="flex justify-between gap-3">
                <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
                <span className="text-ink-muted tabular-nums">{formatFineShare(weight)}</span>
              </p>
              {url && <PreviewLink name={name} url={url} screen={previewScreen(definition.key, key, url)} />}
            </li>
          );
        })}
      </ul>
      <p className="mt-1 text-ink-muted text-xs">
        {previews.length === 0
          ? "The page no longer exists, so there is no preview."
          : "Anyone with the link sees this variation. Previews are not measured."}
        {definition.kind === "flag" && " Its query parameter works on every page of the site."}
      </p>
    </>
  );
}

interface PreviewLinkProps {
  /** Name of the variation. */
  name: string;
  url: string;
  /** Address of the screen Preview with this variation. */
  screen: string;
}

/** The screen Preview, for other languages, widths and visitors, and for comparing two variations. */
function previewScreen(experiment: string, variation: string, url: string): string {
  const choices = JSON.stringify({ isMeasured: true, variations: { [experiment]: variation } });
  const page = pathOf(url);
  return writeHref("/preview", new URLSearchParams({ ...(page !== "/" && { page }), choices }));
}

function PreviewLink({ name, url, screen }: PreviewLinkProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <a
        href={siteUrl() + url}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-9 items-center gap-1.5 underline underline-offset-4"
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        Preview<span className="sr-only"> of {name}, in a new tab</span>
      </a>
      <TextLink href={screen}>
        Preview as…<span className="sr-only"> {name}</span>
      </TextLink>
      <CopyButton text={siteUrl() + url} label={`Copy the preview link of ${name}`} />
    </div>
  );
}
