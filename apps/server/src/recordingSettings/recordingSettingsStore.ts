import { DEFAULT_RECORDING_SETTINGS, type RecordingSettings, type Timestamp } from "@marquee/contract";
import type { RecordingResponse } from "@marquee/contract/schema";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { recordingSettings } from "../storage/records/schema.ts";

type Writer = Pick<RecordsDatabase, "select" | "insert" | "update">;

interface RecordingWrite {
  settings: RecordingSettings;
  /** Revision that the editor started from; 0 if the settings were never changed. */
  revision: number;
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
  /** Action in the audit log. */
  action: string;
}

/** Key of the only set of settings, in the table and in the audit log. */
export const RECORDING_KEY = "default";
const NOBODYS: RecordingResponse = {
  settings: DEFAULT_RECORDING_SETTINGS,
  revision: 0,
  updatedAt: null,
  updatedBy: null,
};

/** The current settings: the stored ones, or the defaults if none are stored. Settings added since they were stored have their defaults. */
export async function readRecording(db: Pick<RecordsDatabase, "select">): Promise<RecordingResponse> {
  const [row] = await db.select().from(recordingSettings).where(eq(recordingSettings.id, RECORDING_KEY));
  if (!row) return NOBODYS;
  const settings = { ...DEFAULT_RECORDING_SETTINGS, ...row.settings };
  return { settings, revision: row.revision, updatedAt: row.updatedAt.getTime(), updatedBy: row.updatedBy };
}

/**
 * Writes the settings and their audit log entry. Call it within a transaction.
 * @throws {ApiError} conflict if someone else changed them.
 */
export async function writeRecording(tx: Writer, write: RecordingWrite): Promise<void> {
  const { settings, revision, actor, now, action } = write;
  const before = await readRecording(tx);
  const values = { settings, revision: revision + 1, updatedAt: new Date(now), updatedBy: actor };
  // The statement itself compares the revision, so that only one of two concurrent changes succeeds.
  const [written] =
    revision === 0
      ? await tx
          .insert(recordingSettings)
          .values({ id: RECORDING_KEY, ...values })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(recordingSettings)
          .set(values)
          .where(and(eq(recordingSettings.id, RECORDING_KEY), eq(recordingSettings.revision, revision)))
          .returning();
  if (!written) throw conflict(await readRecording(tx));
  const change = { entity: "recording", key: RECORDING_KEY, action } as const;
  await recordChange(tx, { ...change, at: now, actor, before: before.settings, after: settings });
}

function conflict({ updatedBy, updatedAt }: RecordingResponse): ApiError {
  const when = updatedAt === null ? "" : ` at ${new Date(updatedAt).toISOString()}`;
  return new ApiError(
    "conflict",
    `${updatedBy ?? "Someone"} changed the recording settings${when}. Review their change, then save again.`,
  );
}
