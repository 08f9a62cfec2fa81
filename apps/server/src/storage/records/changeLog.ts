import type { Json, Timestamp } from "@marquee/contract";
import type { ChangeEntity } from "@marquee/contract/schema";
import type { RecordsDatabase } from "./records.ts";
import { changes } from "./schema.ts";

export interface ChangeRecord {
  at: Timestamp;
  /** E-mail address of the account. */
  actor: string;
  entity: ChangeEntity;
  key: string;
  action: string;
  /** As it was and as it became; null where there was or is nothing. */
  before: unknown;
  after: unknown;
}

/** Writes a line of the audit log; to be called in the transaction that makes the change. */
export async function recordChange(
  db: Pick<RecordsDatabase, "insert">,
  { at, before, after, ...change }: ChangeRecord,
): Promise<void> {
  // Values come from a record, so they are valid JSON.
  const values = { before: before as Json, after: after as Json };
  await db.insert(changes).values({ at: new Date(at), ...change, ...values });
}
