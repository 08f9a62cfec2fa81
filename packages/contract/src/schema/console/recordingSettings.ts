import Type, { type Static } from "typebox";
import { MASKING_LEVELS, type RecordingSettings } from "../../replay/replay.ts";
import { OneOf } from "./flags.ts";

const strict = { additionalProperties: false };
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const MAX_ENTRIES = 50;

const RuleSchema = Type.Union([
  Type.Object({ kind: Type.Literal("address"), pattern: Type.String({ pattern: "^[/*].{0,499}$" }) }, strict),
  Type.Object({ kind: Type.Literal("event"), name: Text(200) }, strict),
  Type.Object({ kind: Type.Literal("flag"), key: Text(100), value: Text(1000) }, strict),
  Type.Object({ kind: Type.Literal("property"), name: Text(200), value: Text(1000) }, strict),
]);

const AddressRuleSchema = Type.Object(
  { pattern: Text(500), replacement: Type.String({ maxLength: 500 }) },
  strict,
);

/** {@link RecordingSettings} as the console writes them. */
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

/** `PUT /console/api/recording`. */
export const RecordingChangeSchema = Type.Object(
  {
    /** The one the editor began from; 0 while nobody has changed anything. */
    revision: Type.Integer({ minimum: 0 }),
    settings: RecordingSettingsSchema,
  },
  strict,
);
export type RecordingChange = Static<typeof RecordingChangeSchema>;

/** `GET /console/api/recording/kept`: how long recordings are kept, and what is kept of the pages that they show. */
export interface RecordingKeptResponse {
  /** Null for ever. */
  retentionDays: number | null;
  archive: {
    files: number;
    /** Stored size; most are compressed. */
    bytes: number;
    /** Days that a file stays after it was served last, even if nothing needs it. */
    graceDays: number;
    /** When it was last looked through, and what was removed then; null before the first time. */
    lastPruning: { at: number; files: number; bytes: number } | null;
  };
}

/** `GET /console/api/recording`: what holds, and who wrote it; nobody where these are the defaults. */
export interface RecordingResponse {
  settings: RecordingSettings;
  revision: number;
  /** Milliseconds since the epoch. */
  updatedAt: number | null;
  updatedBy: string | null;
}
