import type { FeatureResult } from "@growthbook/growthbook";
import {
  type Assignment,
  DEFAULT_FLAGS,
  type ExperimentDefinition,
  type FlagValues,
  type Json,
  LOCALES,
  localizePath,
  normalizePath,
  type PageRedirect,
  pageIdOf,
  parsePointer,
  pathProblem,
  SECTIONS_ITEM,
  SITE_BANNER_FLAG,
  variedSections,
} from "@marquee/contract";
import type { StickyAssignments } from "../../platform/visitor/variationsCookie.ts";
import { applyBannerDefaults, bannerPages } from "./bannerPages.ts";
import type { RunningExperiment } from "./buildPayload.ts";
import type { Evaluation } from "./compileFlags.ts";
import { CONTENT_PREFIX, changesProblem, isContentChanges } from "./valueProblem.ts";

/** One visitor's flag values, experiment assignments and redirects. */
export interface SiteFlagValues {
  flags: FlagValues;
  assignments: Assignment[];
  redirects: PageRedirect[];
  /** Equal for visitors with the same values and assignments; empty for the values of unknown visitors. */
  key: string;
  /** Assignments to store for the visitor's next page. */
  sticky: StickyAssignments;
}

/** A page whose texts can vary: its path without a language, and the IDs of the sections that visitors see. */
interface FoundPage {
  path: string;
  visibleSections: readonly string[];
}

/** Finds a page by the name of its copy. */
export type FindPage = (page: string) => FoundPage | undefined;

interface FlagValuesSource {
  evaluation: Evaluation;
  /** Evaluation for unknown visitors. */
  unknown: Evaluation;
  /** Running experiments. */
  experiments: readonly RunningExperiment[];
  /** Redirect experiments that are running or have a shipped variation. */
  redirecting: readonly RunningExperiment[];
  findPage: FindPage;
}

export function siteFlagValues(source: FlagValuesSource): SiteFlagValues {
  const { evaluation, unknown, experiments, redirecting, findPage } = source;
  const { results, sticky } = evaluation;
  const values = Object.fromEntries(Object.entries(results).map(([key, { value }]) => [key, value]));
  const assignments = experiments.flatMap(
    (experiment) => readAssignment(experiment, results[experiment.definition.flag], findPage) ?? [],
  );
  return {
    flags: toFlagValues(values),
    assignments,
    redirects: redirecting.flatMap((experiment) => redirectOf(experiment, values)),
    key: keyOf(values, unknown.results, assignments),
    sticky,
  };
}

/**
 * The console validates values when it saves them; a remote payload is not validated. Boolean flags are true only for `true`, and invalid
 * page text is dropped.
 */
function toFlagValues(values: Record<string, Json | null>): FlagValues {
  const switches = Object.entries(DEFAULT_FLAGS).filter(([, value]) => typeof value === "boolean");
  const checked = switches.map(([key]) => [key, values[key] === true]);
  return {
    ...(Object.fromEntries(Object.entries(values).filter(isUsable)) as FlagValues),
    ...Object.fromEntries(checked),
    [SITE_BANNER_FLAG]: applyBannerDefaults(values[SITE_BANNER_FLAG]),
  };
}

/** Whether a value is safe to use: invalid page text would break its page. */
function isUsable([key, value]: [string, Json | null]): boolean {
  return !key.startsWith(CONTENT_PREFIX) || changesProblem(key.slice(CONTENT_PREFIX.length), value) === null;
}

/** A visitor's assignment in one experiment; null if they are not included or matched a rule. */
export function readAssignment(
  { definition, phase }: RunningExperiment,
  result: FeatureResult<Json> | undefined,
  findPage: FindPage,
): Assignment | null {
  const { key, name, flag, kind, variations } = definition;
  const variation = givenVariation(key, result);
  if (!variation) return null;
  const exposure = {
    experiment_id: key,
    experiment_name: name,
    experiment_phase: phase,
    variation_id: variation.key,
    variation_name: variation.name,
  };
  if (flag === SITE_BANNER_FLAG)
    return {
      flag,
      kind,
      exposure,
      ...bannerPages(variations.map(({ value }) => applyBannerDefaults(value))),
    };
  const pages = pagesOf(definition, result?.value, findPage).map((path) => pageIdOf(path));
  const sections = kind === "content" ? changedSections(definition, findPage) : [];
  return { flag, kind, exposure, pages, sections };
}

/** Paths on which the visitor sees the experiment. */
function pagesOf({ kind, page }: ExperimentDefinition, value: unknown, findPage: FindPage): string[] {
  if (kind === "redirect") return typeof value === "string" ? [value] : [];
  const path = kind === "content" ? findPage(page)?.path : undefined;
  return path === undefined ? [] : LOCALES.map((locale) => localizePath(path, locale));
}

/** The assigned variation; null if it was not assigned by hash. */
function givenVariation(key: string, result: FeatureResult<Json> | undefined) {
  const { experiment, experimentResult } = result ?? {};
  if (experiment?.key !== key || !experimentResult?.inExperiment || !experimentResult.hashUsed) return null;
  return { key: experimentResult.key, name: experimentResult.name ?? experimentResult.key };
}

/** IDs of the sections whose text or position any variation changes. */
function changedSections({ page, variations }: ExperimentDefinition, findPage: FindPage): string[] {
  const { visibleSections = [] } = findPage(page) ?? {};
  const changed = variations.map(({ value }) => value).filter(isContentChanges);
  const worded = changed.flatMap(({ [SECTIONS_ITEM]: _sections, ...texts }) =>
    Object.values(texts).flatMap((fields) =>
      Object.keys(fields).flatMap((pointer) => parsePointer(pointer)?.[0] ?? []),
    ),
  );
  const placed = changed.flatMap((changes) => {
    const varied = variedSections(page, visibleSections, changes) ?? visibleSections;
    const differs = (_id: string, index: number) => visibleSections[index] !== varied[index];
    return [...varied.filter(differs), ...visibleSections.filter(differs)];
  });
  return [...new Set([...worded, ...placed])];
}

function redirectOf({ definition }: RunningExperiment, values: Record<string, Json | null>): PageRedirect[] {
  const { kind, page, flag } = definition;
  if (kind !== "redirect") return [];
  const path = values[flag];
  // An external payload can't redirect visitors to another site.
  const to = typeof path === "string" && pathProblem(path) === null ? path : page;
  return [{ flag, from: normalizePath(page), to: normalizePath(to) }];
}

/** Flag values that differ from those of unknown visitors, and experiment assignments, as text. */
function keyOf(
  values: Record<string, Json | null>,
  unknown: Evaluation["results"],
  assignments: readonly Assignment[],
): string {
  const changedValues = Object.entries(values)
    .filter(([key, value]) => !isSame(value, unknown[key]?.value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [...changedValues, ...assignments.map(({ exposure }) => JSON.stringify(exposure))].join(" ");
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
