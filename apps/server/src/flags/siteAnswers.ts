import type { FeatureResult } from "@growthbook/growthbook";
import {
  type Assignment,
  type ContentPatch,
  DEFAULT_FLAGS,
  type FlagValues,
  type Json,
  type PageRedirect,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
} from "@marquee/contract";
import type { RunningExperiment } from "./buildPayload.ts";
import type { Evaluation, StickyAssignments } from "./compileFlags.ts";

/** What the flags make of the site for one visitor. */
export interface SiteAnswers {
  flags: FlagValues;
  assignments: Assignment[];
  redirects: PageRedirect[];
  isPreview: boolean;
  /** The same for visitors who see the same; empty for what everybody sees of whom nothing is known. */
  key: string;
  /** What is to be kept for the visitor's next page. */
  sticky: StickyAssignments;
}

/** A variation that somebody looks at by its link. */
export interface Preview {
  experiment: RunningExperiment;
  variation: string;
}

interface AnswersSource {
  evaluation: Evaluation;
  /** What everybody gets of whom nothing is known. */
  unknown: Evaluation;
  /** Those that run. */
  experiments: readonly RunningExperiment[];
  preview?: Preview | null;
}

export function siteAnswers({
  evaluation,
  unknown,
  experiments,
  preview = null,
}: AnswersSource): SiteAnswers {
  const { results, sticky } = evaluation;
  const values = Object.fromEntries(Object.entries(results).map(([key, { value }]) => [key, value]));
  const shown = preview && variationValue(preview);
  if (preview && shown !== undefined) values[preview.experiment.definition.flag] = shown;
  const seen = preview ? [preview.experiment, ...experiments] : experiments;
  return {
    flags: toFlagValues(values),
    assignments: preview
      ? []
      : experiments.flatMap(
          (experiment) => readAssignment(experiment, results[experiment.definition.flag]) ?? [],
        ),
    redirects: seen.flatMap((experiment) => redirectOf(experiment, values)),
    isPreview: preview !== null,
    key:
      keyOf(results, unknown.results) +
      (preview ? ` ${preview.experiment.definition.key}=${preview.variation}` : ""),
    sticky,
  };
}

function variationValue({ experiment, variation }: Preview): Json | undefined {
  return experiment.definition.variations.find(({ key }) => key === variation)?.value;
}

/** Values that somebody saved in the console are checked there; what a foreign payload says wrongly falls back. */
function toFlagValues(values: Record<string, Json | null>): FlagValues {
  const switches = Object.entries(DEFAULT_FLAGS).filter(([, value]) => typeof value === "boolean");
  const checked = switches.map(([key]) => [key, values[key] === true]);
  return {
    ...(values as unknown as FlagValues),
    ...Object.fromEntries(checked),
    [SITE_BANNER_FLAG]: withDefaults(values[SITE_BANNER_FLAG]),
  };
}

function withDefaults(value: Json | undefined): SiteBannerConfig {
  const defaults = DEFAULT_FLAGS[SITE_BANNER_FLAG];
  const banner = (value ?? {}) as Partial<SiteBannerConfig>;
  return { ...defaults, ...banner, link: { ...defaults.link, ...banner.link } };
}

/** What a page needs to know of an experiment; null for who is not in it or was answered by a rule. */
export function readAssignment(
  { definition, phase }: RunningExperiment,
  result: FeatureResult<Json> | undefined,
): Assignment | null {
  const variation = givenVariation(definition.key, result);
  if (!variation) return null;
  const { key, name, flag, kind, page } = definition;
  return {
    ...{ flag, kind, page },
    exposure: {
      experiment_id: key,
      experiment_name: name,
      experiment_phase: phase,
      variation_id: variation.key,
      variation_name: variation.name,
    },
    sections: kind === "content" ? changedSections(definition.variations.map(({ value }) => value)) : [],
  };
}

/** The variation that the draw gave. */
function givenVariation(key: string, result: FeatureResult<Json> | undefined) {
  const { experiment, experimentResult } = result ?? {};
  if (experiment?.key !== key || !experimentResult?.inExperiment || !experimentResult.hashUsed) return null;
  return { key: experimentResult.key, name: experimentResult.name ?? experimentResult.key };
}

/** Ids of the sections that any variation words otherwise or moves. */
function changedSections(values: readonly Json[]): string[] {
  // What a content experiment answers is checked to be this when it is saved.
  const patches = values as readonly ContentPatch[];
  const worded = patches.flatMap(({ copy = {} }) =>
    Object.values(copy).flatMap((texts) => Object.keys(texts).map((key) => key.split(".", 1)[0] ?? key)),
  );
  return [...new Set([...worded, ...patches.flatMap(({ order = [] }) => order)])];
}

function redirectOf({ definition }: RunningExperiment, values: Record<string, Json | null>): PageRedirect[] {
  const { kind, page, flag } = definition;
  const to = values[flag];
  return kind === "redirect" && typeof to === "string" && to !== page ? [{ from: page, to }] : [];
}

/** A flag's rule and variation decide its value, so they name it. */
function keyOf(results: Evaluation["results"], unknown: Evaluation["results"]): string {
  return Object.entries(results)
    .filter(([key, { ruleId }]) => ruleId !== unknown[key]?.ruleId)
    .map(([key, { ruleId, experimentResult }]) => `${key}=${ruleId}/${experimentResult?.key ?? ""}`)
    .join(" ");
}
