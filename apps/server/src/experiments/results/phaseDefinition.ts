import type { ExperimentDefinition } from "@marquee/contract";
import type { ExperimentSummary } from "@marquee/contract/schema";
import { and, desc, eq } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { changes } from "../../storage/records/schema.ts";

/**
 * What the latest phase runs or ran with: a stopped experiment can be edited, but its visitors were drawn by what it was then. What it is
 * called and judged by is that of now.
 */
export async function phaseDefinition(
  db: Pick<RecordsDatabase, "select">,
  { definition }: Pick<ExperimentSummary, "definition">,
): Promise<ExperimentDefinition> {
  const isStart = and(
    eq(changes.entity, "experiment"),
    eq(changes.key, definition.key),
    eq(changes.action, "started"),
  );
  const [line] = await db.select().from(changes).where(isStart).orderBy(desc(changes.id)).limit(1);
  // Written by lifecycle/start.ts.
  const started = line?.after as { definition?: ExperimentDefinition } | null | undefined;
  return { ...definition, variations: started?.definition?.variations ?? definition.variations };
}
