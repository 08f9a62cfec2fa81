import Type, { type Static } from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { RecordChange, type Versioned } from "../kernel/versioned.schema.ts";
import { MASKING_LEVELS, type RecordingSettings } from "./replay.ts";

const strict = { additionalProperties: false };
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const MAX_ENTRIES = 50;

const until = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));

const RuleSchema = Type.Union([
  Type.Object(
    { kind: Type.Literal("address"), pattern: Type.String({ pattern: "^[/*].{0,499}$" }), until },
    strict,
  ),
  Type.Object({ kind: Type.Literal("event"), name: Text(200), until }, strict),
  Type.Object({ kind: Type.Literal("flag"), key: Text(100), value: Text(1000), until }, strict),
  Type.Object({ kind: Type.Literal("property"), name: Text(200), value: Text(1000), until }, strict),
  Type.Object({ kind: Type.Literal("source"), source: Text(200), until }, strict),
]);

const AddressRuleSchema = Type.Object(
  { pattern: Text(500), replacement: Type.String({ maxLength: 500 }) },
  strict,
);

/** Schema for {@link RecordingSettings} that the console saves. */
export const RecordingSettingsSchema = Type.Unsafe<RecordingSettings>(
  Type.Object(
    {
      isCaptureEnabled: Type.Boolean(),
      sampleRate: Percent,
      interactionSampleRate: Percent,
      privacyLevel: OneOf(MASKING_LEVELS),
      blockSelectors: Type.Array(Text(500), { maxItems: MAX_ENTRIES }),
      rules: Type.Array(RuleSchema, { maxItems: MAX_ENTRIES }),
      addressRules: Type.Array(AddressRuleSchema, { maxItems: MAX_ENTRIES }),
      applicationId: Type.String({ pattern: "^[\\w-]{0,100}$" }),
      monitoringSampleRate: Percent,
      monitoringReplaySampleRate: Percent,
    },
    strict,
  ),
);

/** Body of `PUT /console/api/recording`. */
export const RecordingChangeSchema = RecordChange(RecordingSettingsSchema);
export type RecordingChange = Static<typeof RecordingChangeSchema>;

/** Response of `GET /console/api/recording/matches`: how many sessions each rule had recorded in the last two days; rules without any are left out. */
export interface RuleMatchesResponse {
  matches: {
    /** `ruleId` of the rule. */
    rule: string;
    sessions: number;
  }[];
}

/** Response of `GET /console/api/recording/kept`: how long recordings are kept, and the size of the page archive. */
export interface RecordingKeptResponse {
  /** Days that recordings are kept; null if forever. */
  retentionDays: number | null;
  archive: {
    files: number;
    /** Stored size; most files are compressed. */
    bytes: number;
    /** Number of days that a file is kept after it was last served, even if nothing needs it. */
    graceDays: number;
    /** Time (milliseconds since the epoch) and removed files of the last cleanup; null before the first. */
    lastPruning: { at: number; files: number; bytes: number } | null;
  };
}

/** Response of `GET /console/api/recording`: the current settings and their last editor, who is null for the defaults. */
export type RecordingResponse = Versioned<RecordingSettings>;

export const RECORDING_SETTINGS_ROUTES = {
  "GET /recording": { access: "read privacy", response: response<RecordingResponse>() },
  "PUT /recording": {
    access: "edit privacy",
    body: RecordingChangeSchema,
    response: response<RecordingResponse>(),
    invalidates: ["GET /changes"],
  },
  "GET /recording/kept": { access: "read privacy", response: response<RecordingKeptResponse>() },
  "GET /recording/matches": { access: "read privacy", response: response<RuleMatchesResponse>() },
} as const satisfies RouteRows;
