import Type, { type Static } from "typebox";
import type { Json } from "../kernel/json.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { RecordChange, type Versioned } from "../kernel/versioned.schema.ts";
import {
  ENVIRONMENTS,
  type Environment,
  type FlagDefinition,
  TARGETING_OPERATORS,
  VALUE_TYPES,
} from "./flagDefinition.ts";
import { isBooleanAttribute, TARGETING_ATTRIBUTES, type TargetingAttribute } from "./targetingAttributes.ts";
import { MAX_ATTRIBUTE_LENGTH, type VisitorAttributes } from "./visitorAttributes.ts";

export const FlagKeySchema = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$" });
const Instant = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);
export const JsonSchema = Type.Unsafe<Json>(Type.Unknown());

export const TargetingSchema = Type.Array(
  Type.Object(
    {
      attribute: OneOf(TARGETING_ATTRIBUTES),
      operator: OneOf(TARGETING_OPERATORS),
      values: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 200 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 20 },
);

const RuleSchema = Type.Object(
  {
    id: Type.String({ pattern: "^[A-Za-z0-9_-]{1,40}$" }),
    description: Type.String({ maxLength: 300 }),
    isOn: Type.Boolean(),
    targeting: TargetingSchema,
    prerequisites: Type.Array(
      Type.Object({ flag: FlagKeySchema, value: JsonSchema }, { additionalProperties: false }),
      { maxItems: 10 },
    ),
    coverage: Type.Number({ minimum: 0, maximum: 1 }),
    environments: Type.Array(OneOf(ENVIRONMENTS), { maxItems: 3 }),
    from: Instant,
    to: Instant,
    value: JsonSchema,
  },
  { additionalProperties: false },
);

/** Shape of a {@link FlagDefinition}. Separate checks make sure that values fit the type and prerequisites are not circular. */
export const FlagDefinitionSchema = Type.Unsafe<FlagDefinition>(
  Type.Object(
    {
      key: FlagKeySchema,
      type: OneOf(VALUE_TYPES),
      description: Type.String({ maxLength: 1000 }),
      defaultValue: JsonSchema,
      rules: Type.Array(RuleSchema, { maxItems: 50 }),
      environments: Type.Array(OneOf(ENVIRONMENTS), { maxItems: 3 }),
      isArchived: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
);

export const FlagChangeSchema = RecordChange(FlagDefinitionSchema);
export type FlagChange = Static<typeof FlagChangeSchema>;

/** A flag with its state. Its revision is 0 until it is changed in the console. */
export interface FlagState extends Versioned<FlagDefinition> {
  /** The site's own code reads the flag, so it can be neither renamed nor archived. */
  isBuiltIn: boolean;
  /** Key of the experiment that runs on the flag. */
  experiment: string | null;
}

/** A flag from GrowthBook with a rule that cannot be evaluated. That rule and those below it are not used. */
export interface RemoteFlagProblem {
  flag: string;
  /** Position of the rule in its flag, from 1. */
  rule: number;
  /** Problem of the rule, as a predicate without a period ("uses the unknown operator $near"). */
  problem: string;
}

export interface FlagsResponse {
  flags: FlagState[];
  remoteProblems: readonly RemoteFlagProblem[];
  /** Environment of this server. */
  environment: Environment;
  /** Key with which SDKs request the flags; not a secret. */
  clientKey: string;
}

/** Some or none of the attributes `names`. */
export const VisitorAttributesSchema = (
  names: readonly TargetingAttribute[],
  text: { minLength?: number } = {},
) =>
  Type.Unsafe<VisitorAttributes>(
    Type.Object(
      Object.fromEntries(
        names.map((name) => [
          name,
          Type.Optional(
            isBooleanAttribute(name)
              ? Type.Boolean()
              : Type.String({ ...text, maxLength: MAX_ATTRIBUTE_LENGTH }),
          ),
        ]),
      ),
      { additionalProperties: false },
    ),
  );

/** Tests a flag for an invented visitor, given by targeting attributes. */
export const FlagTestSchema = Type.Object(
  {
    /** Definition to test, saved or not. If missing, the stored definition is tested. */
    definition: Type.Optional(FlagDefinitionSchema),
    attributes: VisitorAttributesSchema(TARGETING_ATTRIBUTES),
  },
  { additionalProperties: false },
);

/** Why a rule applied or did not. */
export type RuleSkipReason =
  | "answered"
  | "off"
  | "not-this-environment"
  | "not-this-time"
  | "targeting"
  | "prerequisite"
  | "coverage"
  | "no-id"
  | "not-reached";

/** The visitor's value and its reason. Rules are tried in order, then the experiment, then the default value. */
export interface FlagTestResponse {
  value: Json;
  answeredBy:
    | { kind: "rule"; id: string }
    | { kind: "experiment"; key: string; variation: string }
    | { kind: "default" };
  rules: { id: string; reason: RuleSkipReason }[];
}

export const FLAGS_ROUTES = {
  "GET /flags": { access: "read", response: response<FlagsResponse>() },
  "GET /flags/:key": { access: "read content", response: response<FlagState>() },
  "PUT /flags/:key": {
    access: "edit content",
    body: FlagChangeSchema,
    response: response<FlagState>(),
    invalidates: ["GET /flags", "GET /changes"],
  },
  "POST /flags/:key/trial": {
    access: "read content",
    body: FlagTestSchema,
    response: response<FlagTestResponse>(),
  },
} as const satisfies RouteRows;
