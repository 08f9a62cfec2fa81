import Type, { type Static } from "typebox";
import {
  ENVIRONMENTS,
  type Environment,
  type FlagDefinition,
  type Json,
  TARGETING_ATTRIBUTES,
  TARGETING_OPERATORS,
  VALUE_TYPES,
} from "../../flags/flagDefinition.ts";

/** One of a list of names. */
export const OneOf = <Name extends string>(names: readonly Name[]) =>
  Type.Unsafe<Name>(Type.Union(names.map((name) => Type.Literal(name))));

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

/** A {@link FlagDefinition}; that values fit the type and prerequisites end is checked beyond it. */
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

/** `revision` is the one the editor began from, 0 for a flag that nobody has changed yet; another one in store is a conflict. */
export const FlagChangeSchema = Type.Object(
  { revision: Type.Integer({ minimum: 0 }), definition: FlagDefinitionSchema },
  { additionalProperties: false },
);
export type FlagChange = Static<typeof FlagChangeSchema>;

/** A flag with its state. */
export interface FlagState {
  definition: FlagDefinition;
  /** Grows with each change; 0 for a flag as it came with the project or its content folder. */
  revision: number;
  /** Milliseconds since the epoch; null with revision 0. */
  updatedAt: number | null;
  /** E-mail address of the account that changed it last. */
  updatedBy: string | null;
  /** The site's own code asks for it, so that it can be neither renamed nor archived. */
  isBuiltIn: boolean;
  /** The experiment that runs on it, by key. */
  experiment: string | null;
}

export interface FlagsResponse {
  flags: FlagState[];
  /** Where this server runs. */
  environment: Environment;
  /** Under which SDKs ask for the flags; not a secret. */
  clientKey: string;
}

/** A visitor as somebody imagines them: values by targeting attribute. */
export const FlagTestSchema = Type.Object(
  {
    /** The definition to try, saved or not; without it, what is stored. */
    definition: Type.Optional(FlagDefinitionSchema),
    attributes: Type.Partial(
      Type.Object(
        Object.fromEntries(TARGETING_ATTRIBUTES.map((name) => [name, Type.String({ maxLength: 200 })])),
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type FlagTest = Static<typeof FlagTestSchema>;

/** Why a rule did or did not answer. */
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

/** What a visitor gets, and why: each rule in turn, then the experiment, then the default. */
export interface FlagTestResponse {
  value: Json;
  answeredBy:
    | { kind: "rule"; id: string }
    | { kind: "experiment"; key: string; variation: string }
    | { kind: "default" };
  rules: { id: string; reason: RuleSkipReason }[];
}

export const CHANGE_ENTITIES = ["flag", "experiment", "account", "recording"] as const;
export type ChangeEntity = (typeof CHANGE_ENTITIES)[number];

export const ChangeQuerySchema = Type.Object(
  {
    entity: Type.Optional(OneOf(CHANGE_ENTITIES)),
    key: Type.Optional(Type.String({ maxLength: 254 })),
    /** Shows those before it. */
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
export type ChangeQuery = Static<typeof ChangeQuerySchema>;

/** One line of the audit log. */
export interface Change {
  /** Grows with time. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** E-mail address of the account. */
  actor: string;
  entity: ChangeEntity;
  /** Which one. */
  key: string;
  /** What was done: `created`, `changed`, `started`, `stopped`, `shipped`, `reverted`, … */
  action: string;
  /** As it was and as it became; null where there was or is nothing. */
  before: Json;
  after: Json;
  /** Whether it can be reverted with one click: the latest change of a flag or an experiment draft. */
  isReversible: boolean;
}

export interface ChangesResponse {
  /** Newest first. */
  changes: Change[];
  /** To ask for older ones; null at the end. */
  next: number | null;
}
