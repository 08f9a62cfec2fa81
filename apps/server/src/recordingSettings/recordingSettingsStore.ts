import {
  DEFAULT_RECORDING_SETTINGS,
  type RecordingSettings,
  TARGETING_LIFETIME,
  type Timestamp,
} from "@marquee/contract";
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

/**
 * The current settings: the stored ones, or the defaults if none are stored. Settings added since they were stored have their defaults.
 * Expired rules are left out.
 */
export async function readRecording(
  db: Pick<RecordsDatabase, "select">,
  now: Timestamp,
): Promise<RecordingResponse> {
  const [row] = await db.select().from(recordingSettings).where(eq(recordingSettings.id, RECORDING_KEY));
  if (!row) return NOBODYS;
  const settings = withoutExpired({ ...DEFAULT_RECORDING_SETTINGS, ...row.settings }, now);
  return { settings, revision: row.revision, updatedAt: row.updatedAt.getTime(), updatedBy: row.updatedBy };
}

/** The settings without temporary rules whose time is over. */
export function withoutExpired(settings: RecordingSettings, now: Timestamp): RecordingSettings {
  return { ...settings, rules: settings.rules.filter(({ until }) => until === undefined || until > now) };
}

/**
 * Writes the settings and their audit log entry. Call it within a transaction. A temporary rule ends after {@link TARGETING_LIFETIME} at the
 * latest, whatever the editor's clock says.
 * @throws {ApiError} conflict if someone else changed them.
 */
export async function writeRecording(tx: Writer, write: RecordingWrite): Promise<void> {
  const { revision, actor, now, action } = write;
  const settings = limitTemporary(write.settings, now);
  const before = await readRecording(tx, now);
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
  if (!written) throw conflict(await readRecording(tx, now));
  const change = { entity: "recording", key: RECORDING_KEY, action } as const;
  await recordChange(tx, { ...change, at: now, actor, before: before.settings, after: settings });
}

function limitTemporary(settings: RecordingSettings, now: Timestamp): RecordingSettings {
  const latest = now + TARGETING_LIFETIME;
  const rules = settings.rules.map((rule) =>
    rule.until === undefined ? rule : { ...rule, until: Math.min(rule.until, latest) },
  );
  return { ...settings, rules };
}

function conflict({ updatedBy, updatedAt }: RecordingResponse): ApiError {
  const when = updatedAt === null ? "" : ` at ${new Date(updatedAt).toISOString()}`;
  return new ApiError(
    "conflict",
    `${updatedBy ?? "Someone"} changed the recording settings${when}. Review their change, then save again.`,
  );
}
