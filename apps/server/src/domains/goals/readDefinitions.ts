import type { Goal, QueryFilter } from "@marquee/contract";
import { eq, or } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { listGoals } from "./goalStore.ts";
import { segments } from "./tables.ts";

/** Definitions that queries can name. */
interface Definitions {
  goals: readonly Goal[];
  /** Filters of segments, by ID. */
  segments: ReadonlyMap<number, readonly QueryFilter[]>;
}

/**
 * Goals, and the segments that the account may use.
 * @param account its ID; without one, as for an API key, only the shared ones.
 */
export async function readDefinitions(
  db: Pick<RecordsDatabase, "select">,
  account: string | undefined,
): Promise<Definitions> {
  const isShared = eq(segments.isShared, true);
  const [goals, rows] = await Promise.all([
    listGoals(db),
    db
      .select({ id: segments.id, filters: segments.filters })
      .from(segments)
      .where(account === undefined ? isShared : or(isShared, eq(segments.ownerId, account))),
  ]);
  return { goals, segments: new Map(rows.map(({ id, filters }) => [id, filters])) };
}
