import { isDeepStrictEqual } from "node:util";
import type { ExperimentDefinition, Timestamp, Variation } from "@marquee/contract";
import type {
  ExperimentChange,
  ExperimentPhase,
  ExperimentStep,
  ExperimentSummary,
  ShippedField,
} from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { changeExperiment, type Decision, type ExperimentContext, storedOf } from "./changeExperiment.ts";
import { type CheckContext, checkDefinition } from "./checks/checkDefinition.ts";
import { refuse } from "./checks/refuse.ts";
import { type ExperimentRow, experimentRecord, readExperimentRows, summaryOf } from "./experimentRow.ts";
import { type SetDefault, shipVariation, startExperiment, stopExperiment } from "./lifecycle.ts";
import { phaseSummary, readPhases } from "./phases.ts";
import { type RevertedStep, revertStep } from "./revertStep.ts";
import type { PublishTexts } from "./shipTexts.ts";

/** Fields that decide who sees what. They cannot change while the experiment runs, nor can the metrics except for their names. */
const FIXED = ["kind", "flag", "page", "variations", "targeting", "coverage"] as const;

const DRAFT = { state: "draft", phase: 0, startedAt: null, stoppedAt: null, shipped: null } as const;

/** What the store needs from the rest of the server. */
export interface ExperimentDependencies extends CheckContext {
  setDefault: SetDefault;
  publishTexts: PublishTexts;
  /** What shipping a variation of a content experiment would publish. */
  readShippedFields(experiment: ExperimentRow, variation: Variation): Promise<ShippedField[]>;
  /** Called after each stored change. */
  onChange(): Promise<void> | void;
}

/** The console's operations on experiments. README.md draws their states. `actor` is an email address. */
export interface ExperimentStore {
  /** @throws {ApiError} not_found */
  find(key: string): Promise<ExperimentSummary>;
  /** All experiments, including drafts, ordered by key. */
  list(): Promise<ExperimentSummary[]>;
  /**
   * Saves an experiment, or creates it if the revision is 0. `action` overrides the action in the audit log.
   * @throws {ApiError} bad_request, not_found, conflict
   */
  save(change: ExperimentChange, actor: string, action?: string): Promise<ExperimentSummary>;
  /** @throws {ApiError} bad_request, not_found, conflict */
  start(key: string, step: ExperimentStep, actor: string): Promise<ExperimentSummary>;
  stop(key: string, step: ExperimentStep, actor: string): Promise<ExperimentSummary>;
  ship(key: string, step: ExperimentStep, actor: string): Promise<ExperimentSummary>;
  /** What shipping a variation would publish; nothing unless it is a content experiment. @throws {ApiError} not_found */
  shipping(key: string, variation: string): Promise<ShippedField[]>;
  /** All phases of an experiment, the first one first. */
  phases(key: string): Promise<ExperimentPhase[]>;
  /**
   * Undoes the creation, start or stop of an experiment, as a new change: see {@link revertStep}.
   * @throws {ApiError} bad_request, not_found, conflict
   */
  revert(key: string, change: { revision: number; step: RevertedStep }, actor: string): Promise<void>;
}

/** All experiments, including drafts, ordered by key. */
export async function listExperiments(db: Pick<RecordsDatabase, "select">): Promise<ExperimentSummary[]> {
  return (await readExperimentRows(db)).map(summaryOf);
}

export function createExperimentStore(
  options: ExperimentDependencies & {
    db: RecordsDatabase;
    /** Whether anyone has seen the latest phase of an experiment. */
    hasVisitors: (experiment: ExperimentSummary) => Promise<boolean>;
    now: () => Timestamp;
  },
): ExperimentStore {
  const { db, now, onChange, setDefault, publishTexts, readShippedFields, hasVisitors } = options;
  const change = async (
    request: { key: string; revision: number; actor: string },
    decide: (standing: ExperimentContext) => Promise<Decision>,
  ) => {
    const row = await changeExperiment(db, { ...request, now: now() }, decide);
    await onChange();
    return row;
  };
  const changeStored = async (...parameters: Parameters<typeof change>) =>
    summaryOf(storedOf({ current: await change(...parameters) }));
  const findRow = async (key: string) => {
    const row = await experimentRecord.findRow(db, key);
    if (!row) throw new ApiError("not_found", `There is no experiment ${key}.`);
    return row;
  };
  const find = async (key: string) => summaryOf(await findRow(key));
  return {
    list: () => listExperiments(db),
    find,
    save: ({ revision, definition }, actor, action) =>
      changeStored({ key: definition.key, revision, actor }, (standing) =>
        saveExperiment(standing, definition, { surroundings: options, action }),
      ),
    start: (key, { revision }, actor) =>
      changeStored({ key, revision, actor }, (standing) => startExperiment(standing, options)),
    stop: (key, { revision }, actor) => changeStored({ key, revision, actor }, stopExperiment),
    ship: (key, { revision, variation, decisions = [] }, actor) =>
      changeStored({ key, revision, actor }, (standing) =>
        shipVariation(standing, { variation, decisions, actor, setDefault, publishTexts }),
      ),
    async shipping(key, variation) {
      const row = await findRow(key);
      const { kind, name, variations } = row.definition;
      const chosen = variations.find((each) => each.key === variation);
      if (!chosen) throw new ApiError("not_found", `${name} has no variation ${variation}.`);
      return kind === "content" ? readShippedFields(row, chosen) : [];
    },
    phases: async (key) => (await readPhases(db, key)).map(phaseSummary),
    async revert(key, { revision, step }, actor) {
      const wasSeen = step.action === "started" && (await hasVisitors(await find(key)));
      await change({ key, revision, actor }, (standing) =>
        revertStep(standing, step, { surroundings: options, wasSeen }),
      );
    },
  };
}

/** Validates and saves a definition. A new experiment is a draft. @throws {ApiError} bad_request */
async function saveExperiment(
  { current, otherExperiments }: ExperimentContext,
  definition: ExperimentDefinition,
  { surroundings, action }: { surroundings: CheckContext; action?: string | undefined },
): Promise<Decision> {
  if (current) checkEdit(current, definition);
  await checkDefinition(definition, otherExperiments, surroundings);
  const { state, phase, startedAt, stoppedAt, shipped } = current ?? DRAFT;
  return {
    content: { definition, state, phase, startedAt, stoppedAt, shipped },
    action: action ?? (current ? "changed" : "created"),
    before: current?.definition ?? null,
    after: definition,
  };
}

/**
 * Rejects changes that a running experiment does not allow.
 * @throws {ApiError} bad_request
 */
function checkEdit({ state, shipped, definition }: ExperimentRow, next: ExperimentDefinition): void {
  const leads =
    definition.kind === "redirect" && shipped !== null && shipped !== definition.variations[0]?.key;
  if (state !== "running" && leads && next.page !== definition.page)
    refuse([`page: A shipped redirect is active. Ship the control before you change the page.`]);
  if (state !== "running") return;
  const changed: string[] = FIXED.filter((field) => !isDeepStrictEqual(definition[field], next[field]));
  if (!isDeepStrictEqual(nameless(definition), nameless(next))) changed.push("metrics");
  refuse(changed.map((field) => `${field}: Stop the experiment to change this.`));
}

/** Metrics without their names, which may change while the experiment runs. */
function nameless({ metrics }: ExperimentDefinition) {
  return metrics.map(({ name: _name, ...metric }) => metric);
}
