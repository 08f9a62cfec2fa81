import { createHash } from "node:crypto";
import { type FeatureResult, GrowthBookClient, type StickyAssignmentsDocument } from "@growthbook/growthbook";
import type { Json } from "@marquee/contract";
import { buildPayload, type Features, isUnconditional, type PayloadSource } from "./buildPayload.ts";

/** Attributes that other clients may send; values other than strings match like in GrowthBook's SDKs. */
type GivenAttributes = Record<string, Scalar | Scalar[]>;
type Scalar = string | number | boolean | null;

/** Variations that a visitor was given before, by experiment and phase (`key__phase`). */
export type StickyAssignments = Record<string, string>;

interface EvaluationInput {
  attributes: GivenAttributes;
  sticky?: StickyAssignments;
  /** Indexes of variations by experiment: previews. */
  forcedVariations?: Record<string, number> | undefined;
  forcedFeatures?: Map<string, Json> | undefined;
  /** Of the page; it can name variations as GrowthBook's SDKs read them. */
  url?: string | undefined;
}

export interface Evaluation {
  results: Record<string, FeatureResult<Json>>;
  /** What the visitor was given before and is given now, ready to be kept; of experiments that still run. */
  sticky: StickyAssignments;
}

/** The flags as they are at one instant. */
export interface CompiledFlags {
  /** The answer of `GET /api/features`, as text, and its validator. */
  payload: { body: string; etag: string };
  /** ISO 8601; SDKs take answers of the same instant for the same. */
  updatedAt: string;
  features: Features;
  evaluate(input: EvaluationInput): Evaluation;
  /** What holds for those of whom nothing may be known: rules that ask for nothing, then the defaults. */
  evaluateUnknown(): Evaluation;
}

const HASH_ATTRIBUTE = "id";

/** Makes flags ready to be asked. Evaluation itself is GrowthBook's, the same code that runs in its SDKs. */
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

/** Without what experiments that have ended, or their earlier phases, left. */
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
