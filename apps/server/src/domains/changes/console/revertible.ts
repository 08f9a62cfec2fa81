import { isDeepStrictEqual } from "node:util";
import type { ExperimentDefinition, FlagDefinition, RecordingSettings } from "@marquee/contract";
import type { Access, ChangeEntity, SiteEdit } from "@marquee/contract/schema";
import { eq, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { definitionIn } from "../../../platform/versioned/versionedRecord.ts";
import type {
  Author,
  StoredChange,
  VersionedRecord,
  VersionedRow,
} from "../../../platform/versioned/versionedRecord.types.ts";
import { accounts } from "../../accounts/tables.ts";
import { alertStore } from "../../alerts/alertStore.ts";
import { queryReleases } from "../../archive/archiveQueries.ts";
import { costImportStore } from "../../campaigns/adCostStore.ts";
import { campaignLinkStore, type Destinations } from "../../campaigns/campaignLinkStore.ts";
import type { ExperimentStore } from "../../experiments/experimentStore.ts";
import type { RevertedStep } from "../../experiments/revertStep.ts";
import { experiments as experimentTable } from "../../experiments/tables.ts";
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
  destinations: () => Promise<Destinations>;
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
  /** @throws {ApiError} the same errors as saving the item. */
  revert(options: RevertOptions, change: RecordedChange, revision: number): Promise<unknown>;
}

/** Reverts by the record's declaration: a change is undone, and a created record ends. */
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

/** An error is resolved as of now, because it may have occurred in between. */
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
    const definition = definitionIn<RecordingSettings>(before);
    if (definition) await recording.save({ revision, definition }, actor, "reverted");
  },
};

/** The history does not contain the excluded addresses, so they stay. */
const site: Revertible = {
  isRevertible: ({ before, after }) => !isDeepStrictEqual(siteOf(before), siteOf(after)),
  revisionOf: async ({ db }) => (await readSite(db)).revision,
  async revert({ site, actor }, { before }, revision) {
    const definition = siteOf(before);
    if (definition) await site.save({ revision, definition }, actor, "reverted");
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

/** An edit or a deletion is undone like that of other records, a step by the rules of `revertStep.ts`. */
const experiment: Revertible = {
  isRevertible: (change) => experimentIn(change.before) !== null || stepOf(change) !== null,
  // A deleted experiment is created again, from revision 0.
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

/** The step of an experiment that a change was. A draft restored by reverting a deletion counts as created. */
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
  "campaign-link": ofRecord(campaignLinkStore),
  "cost-import": ofRecord(costImportStore),
  report,
  board: report,
  error,
  recording,
  site,
  flag,
  experiment,
};
