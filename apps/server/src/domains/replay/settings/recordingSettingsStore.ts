import {
  DEFAULT_RECORDING_SETTINGS,
  type RecordingSettings,
  TARGETING_LIFETIME,
  type Timestamp,
} from "@marquee/contract";
import type { RecordingResponse } from "@marquee/contract/schema";
import type { Reader } from "../../../platform/versioned/statements.ts";
import { versionedRecord } from "../../../platform/versioned/versionedRecord.ts";
import { recordingSettings } from "../tables.ts";

/** Key of the only set of settings, in the table and in the audit log. */
export const RECORDING_KEY = "default";

/**
 * The recording settings. Settings added since they were stored have their defaults. A temporary rule ends after {@link TARGETING_LIFETIME} at the latest,
 * whatever the editor's clock says.
 */
export const recordingStore = versionedRecord({
  entity: "recording",
  noun: "the recording settings",
  table: recordingSettings,
  key: "id",
  columnsOf: (settings: RecordingSettings, { author }) => ({
    settings: limitTemporary(settings, author.now),
  }),
  definitionOf,
  stateOf: (row) => row,
  untouched: () => DEFAULT_RECORDING_SETTINGS,
  recorded: ({ before, after, author }) => ({ before: before && withoutExpired(before, author.now), after }),
});

/** The current settings, or the defaults if none are stored, without expired rules. */
export async function readRecording(db: Reader, now: Timestamp): Promise<RecordingResponse> {
  const row = await recordingStore.findRow(db, RECORDING_KEY);
  return {
    definition: withoutExpired(row ? definitionOf(row) : DEFAULT_RECORDING_SETTINGS, now),
    revision: row?.revision ?? 0,
    updatedAt: row?.updatedAt.getTime() ?? null,
    updatedBy: row?.updatedBy ?? null,
  };
}

/** The settings without expired temporary rules. */
export function withoutExpired(settings: RecordingSettings, now: Timestamp): RecordingSettings {
  return { ...settings, rules: settings.rules.filter(({ until }) => until === undefined || until > now) };
}

function limitTemporary(settings: RecordingSettings, now: Timestamp): RecordingSettings {
  const latest = now + TARGETING_LIFETIME;
  const rules = settings.rules.map((rule) =>
    rule.until === undefined ? rule : { ...rule, until: Math.min(rule.until, latest) },
  );
  return { ...settings, rules };
}

function definitionOf({ settings }: typeof recordingSettings.$inferSelect): RecordingSettings {
  return { ...DEFAULT_RECORDING_SETTINGS, ...settings };
}
