import type { Json, Timestamp } from "@marquee/contract";
import type { ChangeEntity } from "@marquee/contract/schema";
import type { RecordsDatabase } from "./records.ts";
import { changes } from "./schema.ts";

export interface ChangeRecord {
  at: Timestamp;
  /** Email address of the account. */
  actor: string;
  entity: ChangeEntity;
  key: string;
  action: string;
  /** The entity before and after the change; null where it did not exist. */
  before: unknown;
  after: unknown;
}

/** Adds an entry to the change history. Call it in the transaction that makes the change. */
export async function recordChange(
  db: Pick<RecordsDatabase, "insert">,
  { at, before, after, ...change }: ChangeRecord,
): Promise<void> {
  // Both values come from a record, so they are valid JSON.
  const values = { before: before as Json, after: after as Json };
  await db.insert(changes).values({ at: new Date(at), ...change, ...values });
}
