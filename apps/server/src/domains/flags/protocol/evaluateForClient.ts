import type { FeatureResult } from "@growthbook/growthbook";
import type { Assignment, Json } from "@marquee/contract";
import type { RunningExperiment } from "../buildPayload.ts";
import type { Evaluation } from "../compileFlags.ts";
import { type FindPage, readAssignment } from "../siteFlagValues.ts";

/** A feature evaluated for one visitor. GrowthBook's SDKs evaluate it to the value and report the tracks. */
interface EvaluatedFeature {
  defaultValue: Json | null;
  rules?: { force: Json | null; tracks: Track[] }[];
}

interface Track {
  experiment: {
    key: string;
    name: string;
    phase: string;
    /** One entry per variation; all except the assigned one are empty objects. */
    variations: (Json | object)[];
    meta: object[];
    /** Flag, kind, pages and sections of the experiment for our own pages. GrowthBook's SDKs ignore it. */
    marquee: Omit<Assignment, "exposure">;
  };
  result: object;
}

/**
 * One visitor's features, by key. It contains no rules, conditions, weights or values of other variations.
 */
export function evaluateForClient(
  { results }: Pick<Evaluation, "results">,
  running: readonly RunningExperiment[],
  findPage: FindPage,
): Record<string, EvaluatedFeature> {
  const features: Record<string, EvaluatedFeature> = {};
  for (const [key, { value }] of Object.entries(results)) features[key] = { defaultValue: value };
  for (const experiment of running) {
    const { flag } = experiment.definition;
    const [feature, result] = [features[flag], results[flag]];
    const tracks = result ? trackOf(experiment, result, findPage) : [];
    if (!feature || !result || tracks.length === 0) continue;
    feature.rules ??= [{ force: result.value, tracks: [] }];
    feature.rules[0]?.tracks.push(...tracks);
  }
  return features;
}

function trackOf(running: RunningExperiment, result: FeatureResult<Json>, findPage: FindPage): Track[] {
  const assignment = readAssignment(running, result, findPage);
  if (!assignment || !result.experimentResult) return [];
  const { key, name, variations } = running.definition;
  const { exposure, ...marquee } = assignment;
  const { bucket: _bucket, ...clientResult } = result.experimentResult;
  const isGiven = (index: number) => index === clientResult.variationId;
  const experiment = {
    key,
    name,
    phase: String(running.phase),
    marquee,
    variations: variations.map(({ value }, index) => (isGiven(index) ? value : {})),
    meta: variations.map((variation, index) =>
      isGiven(index) ? { key: variation.key, name: variation.name } : {},
    ),
  };
  return [{ experiment, result: clientResult }];
}
