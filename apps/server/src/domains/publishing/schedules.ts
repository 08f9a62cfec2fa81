import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { ScheduleChange } from "@marquee/contract/schema";
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { lockDraft, NOT_SCHEDULED, readDraft } from "./draftStore.ts";
import { type Checking, checkDraft, publishWithin, refuse } from "./publish.ts";
import { lockPublishing, readHead } from "./revisionStore.ts";
import type { Publishing } from "./startPublishing.ts";
import { contentDrafts } from "./tables.ts";

type Reader = Pick<RecordsDatabase, "select">;

/** A draft that is scheduled to be published. */
export interface ScheduledDraft {
  id: number;
  name: string;
  at: Timestamp;
  by: string;
  note: string;
}

const MAX_AHEAD = 366 * ONE_DAY;

/**
 * Schedules a draft to be published with its content at that time, or cancels that.
 * @throws {ApiError} not_found, bad_request for a time in the past or too far ahead, and like `publishDraft` if it could not be published
 * now.
 */
export async function scheduleDraft(
  db: RecordsDatabase,
  publishing: Checking,
  { id, at, note }: ScheduleChange & { id: number },
  { actor, now }: Author,
): Promise<void> {
  if (at !== null && at <= now)
    throw new ApiError("bad_request", "This time has passed. Choose a later one, or publish now.");
  if (at !== null && at > now + MAX_AHEAD) throw new ApiError("bad_request", "Choose a time within a year.");
  await db.transaction(async (tx) => {
    await lockDraft(tx, id);
    if (at !== null)
      refuse(
        checkDraft(await readDraft(tx, id), (await readHead(tx, publishing.included())).overlay, publishing),
      );
    await tx
      .update(contentDrafts)
      .set(
        at === null
          ? NOT_SCHEDULED
          : {
              scheduledFor: new Date(at),
              scheduledBy: actor,
              scheduledAt: new Date(now),
              scheduleNote: note.trim(),
              scheduleProblem: null,
            },
      )
      .where(eq(contentDrafts.id, id));
  });
}

/** Drafts scheduled until `until`, in order, without those that could not be published. */
export async function listScheduled(db: Reader, until: Timestamp = END_OF_TIME): Promise<ScheduledDraft[]> {
  const rows = await db
    .select()
    .from(contentDrafts)
    .where(isDueBy(until))
    .orderBy(asc(contentDrafts.scheduledFor), asc(contentDrafts.id));
  return rows.map(({ id, name, scheduledFor, scheduledBy, scheduleNote }) => ({
    id,
    name,
    at: scheduledFor?.getTime() ?? 0,
    by: scheduledBy ?? "",
    note: scheduleNote ?? "",
  }));
}

/** The database does not parse the format of later times, and nothing is scheduled then. */
const END_OF_TIME = Date.UTC(9999, 0);

function isDueBy(until: Timestamp) {
  return and(
    eq(contentDrafts.state, "open"),
    isNull(contentDrafts.scheduleProblem),
    lte(contentDrafts.scheduledFor, new Date(Math.min(until, END_OF_TIME))),
  );
}

interface DueOptions {
  db: RecordsDatabase;
  publishing: Publishing;
  now: () => Timestamp;
  /** Called once for each draft that could not be published, by one server instance. */
  onProblem: (draft: ScheduledDraft, problem: string) => Promise<void>;
}

/**
 * Publishes every draft whose time has come, one after the other, each completely or not at all. Drafts that another instance is publishing
 * are skipped. A draft that can't be published stores the reason, and is not retried.
 */
export async function publishDue(options: DueOptions): Promise<void> {
  const { db, publishing, now, onProblem } = options;
  for (const draft of await listScheduled(db, now())) {
    try {
      if (await publishOne(options, draft)) await publishing.refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [updatedDraft] = await db
        .update(contentDrafts)
        .set({ scheduleProblem: error.message })
        .where(and(eq(contentDrafts.id, draft.id), isDueBy(now())))
        .returning();
      if (updatedDraft) await onProblem(draft, error.message);
    }
  }
}

/** @returns whether it was published here. */
function publishOne({ db, publishing, now }: DueOptions, { id }: ScheduledDraft): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockPublishing(tx);
    const [due] = await tx
      .select()
      .from(contentDrafts)
      .where(and(eq(contentDrafts.id, id), isDueBy(now())))
      .for("update");
    if (!due) return false;
    const author = { actor: due.scheduledBy ?? "", now: now() };
    await publishWithin(tx, publishing, { id, note: due.scheduleNote ?? "" }, author);
    return true;
  });
}
