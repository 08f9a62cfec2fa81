import { isDeepStrictEqual } from "node:util";
import type { ExperimentDefinition, FlagDefinition, RecordingSettings } from "@marquee/contract";
import type { Access, ChangeEntity, SiteEdit } from "@marquee/contract/schema";
import { eq, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { accounts, experiments as experimentTable } from "../../../platform/storage/records/schema.ts";
import { definitionIn } from "../../../platform/versioned/versionedRecord.ts";
import type {
  Author,
  StoredChange,
  VersionedRecord,
  VersionedRow,
} from "../../../platform/versioned/versionedRecord.types.ts";
import { alertStore } from "../../alerts/alertStore.ts";
import { queryReleases } from "../../archive/archiveQueries.ts";
import type { ExperimentStore } from "../../experiments/experimentStore.ts";
import type { RevertedStep } from "../../experiments/revertStep.ts";
import { flagStore } from "../../flags/flagStore.ts";
import { saveFlag } from "../../flags/saveFlag.ts";
import type { Flags } from "../../flags/startFlags.ts";
import { funnelStore } from "../../goals/funnelStore.ts";
import { goalStore } from "../../goals/goalStore.ts";
import { errorStatusStore, type RecordedErrorStatus } from "../../monitoring/errors/errorStatusStore.ts";
import { noteStore } from "../../notes/noteStore.ts";
import { RECORDING_KEY, readRecording } from "../../replay/settings/recordingSettingsStore.ts";
import type { Recording } from "../../replay/settings/startRecordingSettings.ts";
import type { ReportReader } from "../../reports/reportReader.types.ts";
import { findReport, reportStore } from "../../reports/reportStore.ts";
import { readSite } from "../../site/siteStore.ts";
import type { CurrentSite } from "../../site/startSite.ts";

export interface RevertOptions extends Author {
  db: RecordsDatabase;
  flags: Flags;
  experiments: Pick<ExperimentStore, "find" | "save" | "revert">;
  recording: Pick<Recording, "save">;
  site: Pick<CurrentSite, "save">;
  /** The account. */
  person: ReportReader & Access;
  /** @throws {ApiError} proof_required */
  prove: () => void;
}

export type RecordedChange = Pick<StoredChange, "entity" | "key" | "action" | "before" | "after">;

/** How changes of an entity are reverted: by restoring the previous value, as a new change. */
interface Revertible {
  /** Whether a change can be reverted while it is the latest. */
  isRevertible(change: RecordedChange): boolean;
  /** The current revision of the changed item. @throws {ApiError} not_found */
  revisionOf(options: RevertOptions, change: RecordedChange): Promise<number>;
  /** @throws {ApiError} as saving the item does. */
  revert(options: RevertOptions, change: RecordedChange, revision: number): Promise<unknown>;
}

/** What a record's own declaration says: a change is undone, and what was created ends. */
function ofRecord<Row extends VersionedRow, Definition, State>(
  record: VersionedRecord<Row, Definition, State, RevertOptions>,
): Revertible {
  return {
    isRevertible: () => true,
    revisionOf: ({ db }, { key }) => record.revisionOf(db, key),
    revert: (options, change, revision) => record.revert(options.db, change, revision, options),
  };
}

const report: Revertible = {
  ...ofRecord(reportStore),
  async revisionOf({ db, person }, { key }) {
    return (await findReport(db, Number(key), person, { isDeletedToo: true })).revision;
  },
};

/** Resolved errors are resolved from now on: in between, they may have occurred. */
const error: Revertible = {
  ...ofRecord(errorStatusStore),
  async revert({ db, actor, now }, { key, before, after }, revision) {
    const recorded = definitionIn<RecordedErrorStatus>(after);
    const { state, owner } = definitionIn<RecordedErrorStatus>(before) ?? { state: "open", owner: null };
    const [person] = owner === null ? [] : await db.select().from(accounts).where(eq(accounts.email, owner));
    const definition = { message: recorded?.message ?? "", state, owner: person?.id ?? null };
    const author = { actor, now, releases: await queryReleases(db) };
    await errorStatusStore.change(db, { key, revision, definition }, author, "reverted");
  },
};

const recording: Revertible = {
  isRevertible: ({ key }) => key === RECORDING_KEY,
  revisionOf: async ({ db, now }) => (await readRecording(db, now)).revision,
  async revert({ recording, actor }, { before }, revision) {
    const settings = definitionIn<RecordingSettings>(before);
    if (settings) await recording.save({ revision, settings }, actor, "reverted");
  },
};

/** The history does not have the excluded addresses, which stay. */
const site: Revertible = {
  isRevertible: ({ before, after }) => !isDeepStrictEqual(siteOf(before), siteOf(after)),
  revisionOf: async ({ db }) => (await readSite(db)).revision,
  async revert({ site, actor }, { before }, revision) {
    const definition = siteOf(before);
    if (definition) await site.save({ revision, site: definition }, actor, "reverted");
  },
};

function siteOf(recorded: StoredChange["before"]): SiteEdit | null {
  const definition = definitionIn<SiteEdit>(recorded);
  if (!definition) return null;
  const { timeZone, weekStart, hosts } = definition;
  return { timeZone, weekStart, hosts };
}

/** Flag actions that can be reverted by restoring the previous value. */
const REVERSIBLE_OF_FLAGS = ["created", "changed", "archived", "restored", "reverted", "shipped"];

const flag: Revertible = {
  isRevertible: ({ action }) => REVERSIBLE_OF_FLAGS.includes(action),
  revisionOf: ({ db }, { key }) => flagStore.revisionOf(db, key),
  async revert({ db, flags, actor, now }, { key, action, before, after }, revision) {
    const created = definitionIn<FlagDefinition>(after);
    const definition = definitionIn<FlagDefinition>(before) ?? (created && { ...created, isArchived: true });
    if (!definition) return;
    await saveFlag({ db, flags, actor, now }, { definition, revision }, "reverted");
    if (action !== "shipped") return;
    const isOfFlag = sql`${experimentTable.definition} ->> 'flag' = ${key}`;
    await db.update(experimentTable).set({ shipped: null }).where(isOfFlag);
    await flags.announce();
  },
};

/** An edit or a deletion is undone like that of other records, a step as `revertStep.ts` says. */
const experiment: Revertible = {
  isRevertible: (change) => experimentIn(change.before) !== null || stepOf(change) !== null,
  // A deleted experiment is created again.
  revisionOf: async ({ experiments }, { key, after }) =>
    after === null ? 0 : (await experiments.find(key)).revision,
  async revert({ experiments, actor }, change, revision) {
    const definition = experimentIn(change.before);
    const step = stepOf(change);
    if (definition) await experiments.save({ revision, definition }, actor, "reverted");
    else if (step) await experiments.revert(change.key, { revision, step }, actor);
  },
};

/** Steps record only the state; edits record the whole definition. */
function experimentIn(recorded: StoredChange["before"]): ExperimentDefinition | null {
  const isDefinition = typeof recorded === "object" && recorded !== null && "variations" in recorded;
  return isDefinition ? definitionIn<ExperimentDefinition>(recorded) : null;
}

/** The step of an experiment that a change was. A draft that a reverted deletion brought back was created like any other. */
function stepOf({ action, before, after }: RecordedChange): RevertedStep | null {
  if (before === null && experimentIn(after)) return { action: "created" };
  if (action === "stopped") return { action };
  const state = definitionIn<Extract<RevertedStep, { action: "started" }>["before"]>(before);
  return action === "started" && state ? { action, before: state } : null;
}

/** Entities whose changes can be reverted in the change history. */
export const REVERTIBLE: Partial<Record<ChangeEntity, Revertible>> = {
  goal: ofRecord(goalStore),
  funnel: ofRecord(funnelStore),
  note: ofRecord(noteStore),
  alert: ofRecord(alertStore),
  report,
  board: report,
  error,
  recording,
  site,
  flag,
  experiment,
};
