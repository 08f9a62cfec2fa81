import type { ExperimentSummary, TakenBack } from "@marquee/contract/schema";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { findShippedRevisions } from "../publishing/revisionStore.ts";
import { readTakenBack } from "../publishing/takenBack.ts";

interface ShippedPublication {
  /** Number of the last publication that shipped texts of an experiment; null if there is none. */
  publication: number | null;
  /** The revision that reverted it, if it published the variation shipped last; otherwise null. */
  takenBack: TakenBack | null;
}

/** The publications of experiments, and whether they were reverted. */
export async function readPublications(
  db: Pick<RecordsDatabase, "select" | "execute">,
  experiments: readonly ExperimentSummary[],
): Promise<(experiment: ExperimentSummary) => ShippedPublication> {
  const shipped = await findShippedRevisions(
    db,
    experiments.map(({ definition }) => definition.key),
  );
  const takenBack = await readTakenBack(
    db,
    [...shipped.values()].map(({ number }) => number),
  );
  return ({ definition, shipped: variation }) => {
    const publication = shipped.get(definition.key);
    if (!publication) return { publication: null, takenBack: null };
    const { number, changed } = publication;
    const isLast = variation !== null && mayHavePublished(definition, variation, changed);
    return { publication: number, takenBack: (isLast && takenBack.get(number)) || null };
  };
}

/** Shipping the control of a content experiment publishes nothing, so its last publication may be an earlier one. */
function mayHavePublished(
  { kind, variations }: ExperimentSummary["definition"],
  variation: string,
  changed: Record<string, string[]>,
): boolean {
  if (kind !== "content") return true;
  const value = variations.find(({ key }) => key === variation)?.value ?? {};
  const changes = value as Record<string, Record<string, unknown> | undefined>;
  return Object.entries(changed).every(([item, pointers]) =>
    pointers.every((pointer) => changes[item]?.[pointer] !== undefined),
  );
}
