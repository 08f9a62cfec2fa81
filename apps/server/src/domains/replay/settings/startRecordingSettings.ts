import { DEFAULT_RECORDING_SETTINGS, type RecordingSettings, type Timestamp } from "@marquee/contract";
import type { RecordingChange } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { followRecords } from "../../../platform/storage/records/followRecords.ts";
import type { Records } from "../../../platform/storage/records/records.ts";
import { RECORDING_KEY, readRecording, recordingStore, withoutExpired } from "./recordingSettingsStore.ts";

/** Recording settings, kept in sync with changes by any instance. */
export interface Recording {
  /** Without rules that have expired. */
  settings(): RecordingSettings;
  /**
   * Writes settings and notifies every instance.
   * @param actor email address of the account.
   * @throws {ApiError} conflict if someone else changed them.
   */
  save(change: RecordingChange, actor: string, action?: "changed" | "reverted"): Promise<void>;
  stop(): Promise<void>;
}

interface RecordingOptions {
  records: Records;
  now: () => Timestamp;
  log: Logger;
}

/** Nobody is recorded until the settings have loaded, because they may turn recording off. */
const UNKNOWN: RecordingSettings = {
  ...DEFAULT_RECORDING_SETTINGS,
  isCaptureEnabled: false,
  monitoringSampleRate: 0,
};

export async function startRecording({ records, now, log }: RecordingOptions): Promise<Recording> {
  const { db } = records;
  const { current, announce, stop } = await followRecords<RecordingSettings>({
    records,
    channel: "marquee_recording",
    name: "the recording settings",
    read: async () => (await readRecording(db, now())).definition,
    unknown: UNKNOWN,
    log,
  });
  return {
    settings: () => withoutExpired(current(), now()),
    async save(change, actor, action) {
      await recordingStore.change(db, { key: RECORDING_KEY, ...change }, { actor, now: now() }, action);
      await announce();
    },
    stop,
  };
}
