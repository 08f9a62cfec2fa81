import { isDeepStrictEqual } from "node:util";
import type {
  ExperimentDefinition,
  FlagDefinition,
  GoalDefinition,
  RecordingSettings,
  Timestamp,
} from "@marquee/contract";
import {
  type Access,
  type AlertDefinition,
  CHANGE_AREAS,
  type FunnelDefinition,
  may,
  mayOpen,
  type NoteDefinition,
  type ReportDefinition,
  type SiteEdit,
} from "@marquee/contract/schema";
import { and, desc, eq, sql } from "drizzle-orm";
import { changeAlert, findAlert } from "../../alerts/alertStore.ts";
import { queryReleases } from "../../archive/archiveQueries.ts";
import { ApiError } from "../../errors/apiError.ts";
import type { ExperimentStore } from "../../experiments/experimentStore.ts";
import type { RevertedStep } from "../../experiments/revertStep.ts";
import { findFlag } from "../../flags/flagStore.ts";
import { saveFlag } from "../../flags/saveFlag.ts";
import type { Flags } from "../../flags/startFlags.ts";
import { changeFunnel, findFunnel } from "../../goals/funnelStore.ts";
import { changeGoal, findGoal } from "../../goals/goalStore.ts";
import { changeNote, findNote } from "../../notes/noteStore.ts";
import { RECORDING_KEY, readRecording } from "../../recordingSettings/recordingSettingsStore.ts";
import type { Recording } from "../../recordingSettings/startRecordingSettings.ts";
import type { ReportReader } from "../../reports/reportReader.types.ts";
import { changeReport, findReport } from "../../reports/reportStore.ts";
import { readSite } from "../../site/siteStore.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { accounts, changes, experiments as experimentTable } from "../../storage/records/schema.ts";

import { findErrorRevision, type RecordedErrorStatus, saveErrorStatus } from "../errors/errorStatusStore.ts";

const UNTOUCHED_RECORD = { state: "open", owner: null } as const;

export type StoredChange = typeof changes.$inferSelect;

/** Flag actions that can be reverted by restoring the previous value. */
const REVERSIBLE = new Set(["created", "changed", "archived", "reverted", "shipped"]);

interface RevertOptions {
  db: RecordsDatabase;
  flags: Flags;
  experiments: Pick<ExperimentStore, "find" | "save" | "revert">;
  recording: Pick<Recording, "save">;
  site: Pick<CurrentSite, "save">;
  /** Email address of the account. */
  actor: string;
  /** The account. */
  person: ReportReader & Access;
  /** @throws {ApiError} proof_required */
  prove: () => void;
  now: Timestamp;
}

/**
 * Reverts a change by restoring the previous value, as a new change. Created flags, goals and funnels are archived, notes, alerts, reports and boards deleted; for the
 * steps of an experiment, see
 * `revertStep.ts`.
 * @throws {ApiError} not_found, conflict if there is a newer change, bad_request if it can't be reverted.
 */
export async function revertChange(options: RevertOptions, id: number): Promise<void> {
  const { db, person, prove } = options;
  const [change] = await db.select().from(changes).where(eq(changes.id, id));
  if (!change) throw new ApiError("not_found", "This change no longer exists. Reload the page.");
  if (!mayOpen(person, CHANGE_AREAS[change.entity]))
    throw new ApiError("forbidden", "Your account is limited to other areas. Ask an owner to revert this.");
  if (change.action === "shipped" && !may(person.role, "publish"))
    throw new ApiError("forbidden", "Only editors and owners can revert what was published.");
  // It brings recipients back, who get figures by email.
  if (change.entity === "alert") prove();
  if (!isRevertible(change))
    throw new ApiError("bad_request", "This change can't be reverted here. Undo it on its own screen.");
  // Read before the change history, so that saving detects any concurrent change as a newer revision.
  const revision = await revisionOf(options, change);
  const [latest] = await db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.entity, change.entity), eq(changes.key, change.key)))
    .orderBy(desc(changes.id))
    .limit(1);
  if (latest?.id !== id) throw new ApiError("conflict", "There is a newer change. Revert that one first.");
  if (change.entity === "recording") await revertRecording(options, change, revision);
  else if (change.entity === "site") await revertSite(options, change, revision);
  else if (change.entity === "experiment") await revertExperiment(options, change, revision);
  else if (change.entity === "goal") await revertGoal(options, change, revision);
  else if (change.entity === "funnel") await revertFunnel(options, change, revision);
  else if (change.entity === "error") await revertError(options, change, revision);
  else if (change.entity === "note") await revertNote(options, change, revision);
  else if (change.entity === "alert") await revertAlert(options, change, revision);
  else if (isReport(change)) await revertReport(options, change, revision);
  else await revertFlag(options, change, revision);
}

/** Whether a change can be reverted while it is the latest. */
export function isRevertible(
  change: Pick<StoredChange, "entity" | "key" | "action" | "before" | "after">,
): boolean {
  const { entity, key, action } = change;
  if (entity === "recording") return key === RECORDING_KEY;
  if (entity === "site") return !isDeepStrictEqual(siteOf(change.before), siteOf(change.after));
  if (["goal", "funnel", "error", "note", "alert", "report", "board"].includes(entity)) return true;
  if (entity === "experiment") return definitionBefore(change) !== null || stepOf(change) !== null;
  return entity === "flag" && REVERSIBLE.has(action);
}

/** What a revert of the Site restores. The history does not have the excluded addresses, which stay. */
function siteOf(recorded: StoredChange["before"]) {
  const { timeZone, weekStart, hosts } = (recorded ?? {}) as Partial<SiteEdit>;
  return { timeZone, weekStart, hosts };
}

/** The definition that an edit or a deletion of an experiment replaced. */
function definitionBefore({ before }: Pick<StoredChange, "before">): ExperimentDefinition | null {
  return isDefinition(before) ? (before as unknown as ExperimentDefinition) : null;
}

/** The step of an experiment that `revertStep.ts` undoes. A draft that a reverted deletion brought back was created like any other. */
function stepOf({ action, before, after }: Pick<StoredChange, "action" | "before" | "after">) {
  if (before === null && isDefinition(after)) return { action: "created" } as const;
  if (action === "stopped") return { action } as const;
  return action === "started" ? ({ action, before: before as unknown as Started } as const) : null;
}

type Started = Extract<RevertedStep, { action: "started" }>["before"];

/** Steps record only the state; edits record the whole definition. */
function isDefinition(value: StoredChange["before"]): boolean {
  return typeof value === "object" && value !== null && "variations" in value;
}

async function revisionOf(
  { db, experiments, person, now }: RevertOptions,
  { entity, key, after }: StoredChange,
): Promise<number> {
  if (entity === "recording") return (await readRecording(db, now)).revision;
  if (entity === "site") return (await readSite(db)).revision;
  if (entity === "goal") return (await findGoal(db, Number(key))).revision;
  if (entity === "funnel") return (await findFunnel(db, Number(key))).revision;
  if (entity === "error") return findErrorRevision(db, key);
  if (entity === "note") return (await findNote(db, Number(key))).revision;
  if (entity === "alert") return (await findAlert(db, Number(key))).revision;
  if (isReport({ entity }))
    return (await findReport(db, Number(key), person, { isDeletedToo: true })).revision;
  // A deleted experiment is created again.
  if (entity === "experiment") return after === null ? 0 : (await experiments.find(key)).revision;
  return (await findFlag(db, key))?.revision ?? 0;
}

// Values in the change history were validated when they were written.

async function revertRecording(
  { recording, actor }: RevertOptions,
  { before }: StoredChange,
  revision: number,
): Promise<void> {
  const settings = before as unknown as RecordingSettings;
  await recording.save({ revision, settings }, actor, "reverted");
}

async function revertSite(
  { site, actor }: RevertOptions,
  { before }: StoredChange,
  revision: number,
): Promise<void> {
  const { timeZone, weekStart, hosts } = before as unknown as SiteEdit;
  await site.save({ revision, site: { timeZone, weekStart, hosts } }, actor, "reverted");
}

async function revertGoal(
  { db, actor, now }: RevertOptions,
  { key, before, after }: StoredChange,
  revision: number,
): Promise<void> {
  const previous = before as unknown as GoalDefinition | null;
  const goal = previous ?? { ...(after as unknown as GoalDefinition), isArchived: true };
  await changeGoal(db, { id: Number(key), revision, goal }, { actor, now }, "reverted");
}

async function revertFunnel(
  { db, actor, now }: RevertOptions,
  { key, before, after }: StoredChange,
  revision: number,
): Promise<void> {
  const previous = before as unknown as FunnelDefinition | null;
  const definition = previous ?? { ...(after as unknown as FunnelDefinition), isArchived: true };
  await changeFunnel(db, { id: Number(key), revision, definition }, { actor, now }, "reverted");
}

/** Resolved errors are resolved from now on: in between, they may have occurred. */
async function revertError(
  { db, actor, now }: RevertOptions,
  { key, before, after }: StoredChange,
  revision: number,
): Promise<void> {
  const { message } = after as unknown as RecordedErrorStatus;
  const { state, owner } = (before as unknown as RecordedErrorStatus | null) ?? UNTOUCHED_RECORD;
  const [person] = owner === null ? [] : await db.select().from(accounts).where(eq(accounts.email, owner));
  await saveErrorStatus(
    db,
    { fingerprint: key, message, revision, state, owner: person?.id ?? null },
    { actor, now, releases: await queryReleases(db) },
    "reverted",
  );
}

async function revertNote(
  { db, actor, now }: RevertOptions,
  { key, before, after }: StoredChange,
  revision: number,
): Promise<void> {
  const previous = before as unknown as NoteDefinition | null;
  const note = previous ?? { ...(after as unknown as NoteDefinition), isDeleted: true };
  await changeNote(db, { id: Number(key), revision, note }, { actor, now }, "reverted");
}

async function revertAlert(
  { db, actor, now }: RevertOptions,
  { key, before, after }: StoredChange,
  revision: number,
): Promise<void> {
  const previous = before as unknown as AlertDefinition | null;
  const alert = previous ?? { ...(after as unknown as AlertDefinition), isDeleted: true };
  await changeAlert(db, { id: Number(key), revision, alert }, { actor, now }, "reverted");
}

const isReport = ({ entity }: Pick<StoredChange, "entity">) => entity === "report" || entity === "board";

async function revertReport(
  { db, person, prove, now }: RevertOptions,
  { key, before, after }: StoredChange,
  revision: number,
): Promise<void> {
  const previous = before as unknown as ReportDefinition | null;
  const report = previous ?? { ...(after as unknown as ReportDefinition), isDeleted: true };
  await changeReport(db, { id: Number(key), revision, report }, { person, prove, now }, "reverted");
}

async function revertExperiment(
  { experiments, actor }: RevertOptions,
  change: StoredChange,
  revision: number,
): Promise<void> {
  const definition = definitionBefore(change);
  const step = stepOf(change);
  if (definition) await experiments.save({ revision, definition }, actor, "reverted");
  else if (step) await experiments.revert(change.key, { revision, step }, actor);
}

async function revertFlag(
  { db, flags, actor, now }: RevertOptions,
  change: StoredChange,
  revision: number,
): Promise<void> {
  const before = change.before as unknown as FlagDefinition | null;
  const after = change.after as unknown as FlagDefinition;
  const definition = before ?? { ...after, isArchived: true };
  await saveFlag({ db, flags, actor, now }, { definition, revision }, "reverted");
  if (change.action !== "shipped") return;
  const isOfFlag = sql`${experimentTable.definition} ->> 'flag' = ${change.key}`;
  await db.update(experimentTable).set({ shipped: null }).where(isOfFlag);
  await flags.announce();
}
