import { createHash } from "node:crypto";
import {
  type FeatureDefinition,
  type FeatureResult,
  type FeatureRule,
  GrowthBookClient,
  type SavedGroupsPayload,
  type StickyAssignmentsDocument,
  type UserContext,
} from "@growthbook/growthbook";
import { type Json, PAGE_ATTRIBUTES } from "@marquee/contract";
import type { StickyAssignments } from "../../platform/visitor/variationsCookie.ts";
import { buildPayload, type Features, isUnconditional, type PayloadSource } from "./buildPayload.ts";

/** Attributes as SDKs send them. Values that are not strings match as in GrowthBook's SDKs. */
type GivenAttributes = Record<string, Json>;

interface EvaluationInput {
  attributes: GivenAttributes;
  sticky?: StickyAssignments;
  /** Variation indexes by experiment key. */
  forcedVariations?: Record<string, number> | undefined;
  forcedFeatures?: Map<string, Json> | undefined;
  /** URL of the page. It can force variations as in GrowthBook's SDKs. */
  url?: string | undefined;
}

export interface Evaluation {
  results: Record<string, FeatureResult<Json>>;
  /** Earlier and new assignments in running experiments, to be stored for the visitor. */
  sticky: StickyAssignments;
}

/** Body of a `GET /api/features` response (JSON text) and its ETag. */
export interface FlagsPayload {
  body: string;
  etag: string;
}

/** The flags at one instant. */
export interface CompiledFlags {
  /** With all rules. */
  payload: FlagsPayload;
  /** The values for unknown visitors, without rules. */
  values: FlagsPayload;
  /** ISO 8601. SDKs treat payloads with the same timestamp as identical. */
  updatedAt: string;
  features: Features;
  /** Whether a rule uses an attribute that differs between pages ({@link PAGE_ATTRIBUTES}), so that a visitor's values hold for one page only. */
  arePerPage: boolean;
  evaluate(input: EvaluationInput): Evaluation;
  /** Evaluation for unknown visitors: rules without a condition or partial rollout, then the defaults. */
  evaluateUnknown(): Evaluation;
}

const HASH_ATTRIBUTE = "id";

/** A feature, and how its evaluation depends on earlier assignments. */
interface StickyFeature {
  key: string;
  /** Name of its only experiment's phase; "none" without experiments, "several" if its rules may use other assignments too. */
  uses: { phase: string } | "none" | "several";
}

/** Builds the payload and an evaluator. The evaluation is GrowthBook's own code, the same as in its SDKs. */
export function compileFlags(source: PayloadSource): CompiledFlags {
  const features = buildPayload(source);
  const savedGroups = source.remote?.savedGroups ?? {};
  const unknown = createEvaluator(withoutConditions(features), savedGroups)({ attributes: {} });
  const updatedAt = new Date(source.now).toISOString();
  const evaluated = { features, ...(Object.keys(savedGroups).length > 0 && { savedGroups }) };
  const values = Object.entries(unknown.results).map(([key, { value }]) => [key, { defaultValue: value }]);
  return {
    payload: payloadOf(evaluated, updatedAt),
    values: payloadOf({ features: Object.fromEntries(values) }, updatedAt),
    updatedAt,
    features,
    arePerPage: usesPage(features, savedGroups),
    evaluate: createEvaluator(features, savedGroups),
    evaluateUnknown: () => unknown,
  };
}

function payloadOf(content: object, dateUpdated: string): FlagsPayload {
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
  return { body: JSON.stringify({ status: 200, ...content, dateUpdated }), etag: `"${digest}"` };
}

function usesPage(features: Features, savedGroups: SavedGroupsPayload): boolean {
  const rules = Object.values(features).flatMap(({ rules = [] }) => rules);
  const conditions = JSON.stringify([rules.map(({ condition }) => condition), savedGroups]);
  return PAGE_ATTRIBUTES.some((name) => conditions.includes(`"${name}":`));
}

function withoutConditions(features: Features): Features {
  const entries = Object.entries(features).map(([key, { defaultValue, rules = [] }]) => [
    key,
    { defaultValue, rules: rules.filter(isUnconditional) },
  ]);
  return Object.fromEntries(entries);
}

function createEvaluator(features: Features, savedGroups: SavedGroupsPayload): CompiledFlags["evaluate"] {
  const client = new GrowthBookClient().initSync({ payload: { features, savedGroups } });
  const entries = Object.entries(features);
  const sticky = entries.map(([key, feature]) => ({ key, uses: stickyUseOf(key, feature) }));
  const running = new Set(entries.flatMap(([key, feature]) => phasesOf(key, feature)));
  return (input) => evaluateAll(client, sticky, running, input);
}

/**
 * GrowthBook copies and compares all of a visitor's assignments for each experiment, which takes two thirds of its time with ten
 * experiments. A feature with one experiment is evaluated without them first: that result is right if there is no earlier assignment, or an
 * equal one.
 */
function evaluateAll(
  client: GrowthBookClient,
  features: readonly StickyFeature[],
  running: ReadonlySet<string>,
  { attributes, sticky = {}, forcedVariations = {}, forcedFeatures, url }: EvaluationInput,
): Evaluation {
  const byHashAttribute: StickyAssignments = { ...sticky };
  const visitor = {
    attributes,
    forcedVariations,
    ...(forcedFeatures && { forcedFeatureValues: forcedFeatures }),
    ...(url !== undefined && { url }),
  };
  const byOtherAttributes: StickyAssignments = {};
  const evaluateSticky = createStickyEvaluation(client, visitor, { byHashAttribute, byOtherAttributes });
  const results: Evaluation["results"] = {};
  for (const { key, uses } of features) {
    const result = uses === "several" ? evaluateSticky(key) : client.evalFeature(key, visitor);
    const isWrong = typeof uses === "object" && !agrees(result, uses.phase, byHashAttribute);
    results[key] = isWrong ? evaluateSticky(key) : result;
  }
  const current = Object.entries({ ...byHashAttribute, ...byOtherAttributes }).filter(([phase]) =>
    running.has(phase),
  );
  return { results, sticky: Object.fromEntries(current) };
}

/** Whether a result without earlier assignments is also right with them. Then adds its assignment to `assignments`, as GrowthBook would. */
function agrees({ experimentResult }: FeatureResult, phase: string, assignments: StickyAssignments): boolean {
  const earlier = assignments[phase];
  const isAssigned = experimentResult?.inExperiment && experimentResult.hashUsed;
  if (earlier === undefined) {
    if (isAssigned) assignments[phase] = experimentResult.key;
    return true;
  }
  if (!isAssigned || experimentResult.key !== earlier) return false;
  experimentResult.stickyBucketUsed = true;
  return true;
}

/** @returns a function that evaluates a feature with the assignments in `byHashAttribute`, and adds new ones. */
function createStickyEvaluation(
  client: GrowthBookClient,
  visitor: UserContext,
  { byHashAttribute, byOtherAttributes }: Record<"byHashAttribute" | "byOtherAttributes", StickyAssignments>,
): (key: string) => FeatureResult<Json> {
  const id = String(visitor.attributes?.[HASH_ATTRIBUTE] ?? "");
  /** GrowthBook adds a document for each other attribute that assigns. */
  const stickyBucketAssignmentDocs: Record<string, StickyAssignmentsDocument> = {};
  const saveStickyBucketAssignmentDoc = async (saved: StickyAssignmentsDocument) => {
    Object.assign(
      saved.attributeName === HASH_ATTRIBUTE ? byHashAttribute : byOtherAttributes,
      saved.assignments,
    );
  };
  return (key) => {
    stickyBucketAssignmentDocs[`${HASH_ATTRIBUTE}||${id}`] = {
      attributeName: HASH_ATTRIBUTE,
      attributeValue: id,
      assignments: { ...byHashAttribute },
    };
    return client.evalFeature(key, { ...visitor, stickyBucketAssignmentDocs, saveStickyBucketAssignmentDoc });
  };
}

/**
 * Rules with prerequisites evaluate other features; other attributes and blocked phases use other assignments; GrowthBook finds no earlier
 * assignment of variations without keys, and goes on to the next rule after a variation that is passed through.
 */
function stickyUseOf(key: string, feature: FeatureDefinition): StickyFeature["uses"] {
  const { rules = [] } = feature;
  const [experiment, another] = rules.filter(isExperiment);
  const isAlone = rules.every(
    ({ parentConditions, fallbackAttribute }) => !parentConditions && !fallbackAttribute,
  );
  if (!isAlone || another) return "several";
  if (!experiment) return "none";
  const { hashAttribute = HASH_ATTRIBUTE, minBucketVersion = 0, disableStickyBucketing, meta } = experiment;
  const { variations = [] } = experiment;
  const isPlain = hashAttribute === HASH_ATTRIBUTE && minBucketVersion === 0 && !disableStickyBucketing;
  const hasKeys = meta?.length === variations.length && meta.every((each) => each.key && !each.passthrough);
  const [phase] = phasesOf(key, feature);
  return isPlain && hasKeys && phase ? { phase } : "several";
}

/** Names of the phases of a feature's experiments in {@link StickyAssignments}. An experiment without a key uses its feature's. */
function phasesOf(key: string, { rules = [] }: FeatureDefinition): string[] {
  return rules
    .filter(isExperiment)
    .map(({ key: experiment = key, bucketVersion = 0 }) => `${experiment}__${bucketVersion}`);
}

function isExperiment({ variations, contextualVariations }: FeatureRule): boolean {
  return Boolean(variations ?? contextualVariations);
}
