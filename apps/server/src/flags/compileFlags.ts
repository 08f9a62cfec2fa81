import { createHash } from "node:crypto";
import { type FeatureResult, GrowthBookClient, type StickyAssignmentsDocument } from "@growthbook/growthbook";
import type { Json } from "@marquee/contract";
import { buildPayload, type Features, isUnconditional, type PayloadSource } from "./buildPayload.ts";

/** Attributes as SDKs send them. Values that are not strings match as in GrowthBook's SDKs. */
type GivenAttributes = Record<string, Scalar | Scalar[]>;
type Scalar = string | number | boolean | null;

/** Keys of the variations that a visitor was assigned, by experiment and phase (`key__phase`). */
export type StickyAssignments = Record<string, string>;

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

/** The flags at one instant. */
export interface CompiledFlags {
  /** Body of the `GET /api/features` response (JSON text) and its ETag. */
  payload: { body: string; etag: string };
  /** ISO 8601. SDKs treat payloads with the same timestamp as identical. */
  updatedAt: string;
  features: Features;
  evaluate(input: EvaluationInput): Evaluation;
  /** Evaluation for unknown visitors: rules without a condition or partial rollout, then the defaults. */
  evaluateUnknown(): Evaluation;
}

const HASH_ATTRIBUTE = "id";

/** Builds the payload and an evaluator. The evaluation is GrowthBook's own code, the same as in its SDKs. */
export function compileFlags(source: PayloadSource): CompiledFlags {
  const features = buildPayload(source);
  const client = createClient(features);
  const unknown = evaluateAll(createClient(withoutConditions(features)), features, { attributes: {} });
  const updatedAt = new Date(source.now).toISOString();
  const body = JSON.stringify({ status: 200, features, dateUpdated: updatedAt });
  const digest = createHash("sha256").update(JSON.stringify(features)).digest("base64url").slice(0, 22);
  return {
    payload: { body, etag: `"${digest}"` },
    updatedAt,
    features,
    evaluate: (input) => evaluateAll(client, features, input),
    evaluateUnknown: () => unknown,
  };
}

function createClient(features: Features): GrowthBookClient {
  return new GrowthBookClient().initSync({ payload: { features } });
}

function withoutConditions(features: Features): Features {
  const entries = Object.entries(features).map(([key, { defaultValue, rules = [] }]) => [
    key,
    { defaultValue, rules: rules.filter(isUnconditional) },
  ]);
  return Object.fromEntries(entries);
}

function evaluateAll(client: GrowthBookClient, features: Features, input: EvaluationInput): Evaluation {
  const { attributes, sticky = {}, forcedVariations = {}, forcedFeatures, url } = input;
  const id = String(attributes[HASH_ATTRIBUTE] ?? "");
  let kept: StickyAssignments = {};
  const userContext = {
    attributes,
    forcedVariations,
    ...(forcedFeatures && { forcedFeatureValues: forcedFeatures }),
    ...(url !== undefined && { url }),
    stickyBucketAssignmentDocs: { [`${HASH_ATTRIBUTE}||${id}`]: documentOf(id, sticky) },
    saveStickyBucketAssignmentDoc: async ({ assignments }: StickyAssignmentsDocument) => {
      kept = { ...kept, ...assignments };
    },
  };
  const results: Evaluation["results"] = {};
  for (const key of Object.keys(features)) results[key] = client.evalFeature(key, userContext);
  return { results, sticky: keepRunning({ ...sticky, ...kept }, features) };
}

function documentOf(id: string, assignments: StickyAssignments): StickyAssignmentsDocument {
  return { attributeName: HASH_ATTRIBUTE, attributeValue: id, assignments };
}

/** Drops assignments of ended experiments and earlier phases. */
function keepRunning(sticky: StickyAssignments, features: Features): StickyAssignments {
  const running = new Set(
    Object.values(features).flatMap(({ rules = [] }) =>
      rules
        .filter(({ variations }) => variations)
        .map(({ key, bucketVersion }) => `${key}__${bucketVersion ?? 0}`),
    ),
  );
  return Object.fromEntries(Object.entries(sticky).filter(([name]) => running.has(name)));
}
