import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { RecordingKeptResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { queryArchiveSize } from "../../archive/archiveQueries.ts";
import { GRACE } from "../prune/pruneArchive.ts";
import { readLastPruning } from "../prune/pruningRecord.ts";
import { queryRuleMatches } from "../queries/ruleMatches.ts";
import { readRecording } from "../settings/recordingSettingsStore.ts";
import type { Recording } from "../settings/startRecordingSettings.ts";

interface RecordingRoutesOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  recording: Pick<Recording, "save">;
  /** Retention of recordings in days; null to keep them forever. */
  recordedDays: number | null;
  now: () => Timestamp;
}

/** Recording settings: anyone can read them, editors can change them. */
export function recordingSettingsRoutes(options: RecordingRoutesOptions) {
  const { db, eventStore, recording, recordedDays, now } = options;
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /recording", async () => readRecording(db, now()));

    addRoute(scope, "GET /recording/kept", async () => readKept(db, recordedDays));

    addRoute(scope, "GET /recording/matches", async () => ({
      matches: await queryRuleMatches(eventStore, now()),
    }));

    addRoute(scope, "PUT /recording", async (request) => {
      const { email: actor } = request.account;
      await recording.save(request.body, actor);
      return readRecording(db, now());
    });
  };
}

/**
 * Retention of recordings, and the size and last pruning of the page archive.
 * @param retentionDays retention of recordings in days; null to keep them forever.
 */
async function readKept(db: RecordsDatabase, retentionDays: number | null): Promise<RecordingKeptResponse> {
  const [size, lastPruning] = await Promise.all([queryArchiveSize(db), readLastPruning(db)]);
  return { retentionDays, archive: { ...size, graceDays: GRACE / ONE_DAY, lastPruning } };
}
