import type { RecordingSettings, Timestamp } from "@marquee/contract";
import type { RecordingChange } from "@marquee/contract/schema";
import type { Logger } from "pino";
import type { Records } from "../storage/records/records.ts";
import { readRecording, withoutExpired, writeRecording } from "./recordingSettingsStore.ts";

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

const CHANNEL = "marquee_recording";

export async function startRecording({ records, now, log }: RecordingOptions): Promise<Recording> {
  const { db } = records;
  let { settings } = await readRecording(db, now());
  let reading: Promise<void> = Promise.resolve();
  /** Reads one at a time, so that an older result cannot overwrite a newer one. */
  const refresh = () => {
    reading = reading
      .catch(() => undefined)
      .then(async () => {
        ({ settings } = await readRecording(db, now()));
      });
    return reading;
  };
  const stopListening = await records.listen(CHANNEL, () => {
    refresh().catch((error) =>
      log.error({ err: error }, "Failed to read the recording settings; keeping the previous ones."),
    );
  });
  return {
    settings: () => withoutExpired(settings, now()),
    async save(change, actor, action = "changed") {
      await db.transaction((tx) => writeRecording(tx, { ...change, actor, now: now(), action }));
      await records.announce(CHANNEL);
      await refresh();
    },
    async stop() {
      await stopListening();
    },
  };
}
