import type { ExperimentPhase } from "@marquee/contract/schema";
import { and, asc, eq, gt } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { ExperimentRow } from "./experimentRow.ts";
import { experimentPhases } from "./tables.ts";

/** A phase as stored. */
export type PhaseRow = typeof experimentPhases.$inferSelect;

/** All phases of an experiment, the first one first. */
export function readPhases(db: Pick<RecordsDatabase, "select">, experiment: string): Promise<PhaseRow[]> {
  return db
    .select()
    .from(experimentPhases)
    .where(eq(experimentPhases.experiment, experiment))
    .orderBy(asc(experimentPhases.phase));
}

/** The phase as the API returns it. */
export function phaseSummary({ phase, startedAt, stoppedAt }: PhaseRow): ExperimentPhase {
  return { phase, startedAt: startedAt.getTime(), stoppedAt: stoppedAt?.getTime() ?? null };
}

/**
 * Keeps the phases in step with a changed experiment. While a phase runs, its definition follows the experiment's, of which only names, the
 * hypothesis and the minimum effect can change. After that, it no longer changes.
 */
export async function updatePhases(
  db: Pick<RecordsDatabase, "insert" | "delete">,
  before: ExperimentRow | null,
  after: ExperimentRow,
): Promise<void> {
  const { key, phase, definition, startedAt, stoppedAt } = after;
  // A start that was reverted before anyone saw the experiment leaves no phase.
  if (before && phase < before.phase) {
    const isLater = and(eq(experimentPhases.experiment, key), gt(experimentPhases.phase, phase));
    await db.delete(experimentPhases).where(isLater);
    return;
  }
  const hasRun = before?.state === "running" || after.state === "running";
  if (!hasRun || !startedAt) return;
  const values = { experiment: key, phase, definition, startedAt, stoppedAt };
  const target = [experimentPhases.experiment, experimentPhases.phase];
  await db.insert(experimentPhases).values(values).onConflictDoUpdate({ target, set: values });
}
