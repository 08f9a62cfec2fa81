import type { Timestamp } from "@marquee/contract";
import { and, isNull } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { digestOf } from "../../platform/storage/tokens.ts";
import { insertKey, markRevoked } from "./apiKeyStore.ts";
import { apiKeys } from "./tables.ts";

const NAME = "Environment (API_KEY)";
/** Stands for the account in the change history. */
const ACTOR = "the environment";

/**
 * Makes the key in the environment the only one with that origin: creates it if it is new, and revokes the previous one.
 * @param key the value of `API_KEY`; null revokes the former one.
 */
export async function ensureEnvironmentKey(
  db: RecordsDatabase,
  key: string | null,
  at: Timestamp,
): Promise<void> {
  const author = { by: ACTOR, at };
  await db.transaction(async (tx) => {
    const isFromEnvironment = and(isNull(apiKeys.createdBy), isNull(apiKeys.revokedAt));
    // Locked, because instances may start at the same time.
    const current = await tx.select().from(apiKeys).where(isFromEnvironment).for("update");
    for (const row of current)
      if (key === null || row.digest !== digestOf(key)) await markRevoked(tx, row, author);
    if (key !== null) await insertKey(tx, { key, name: NAME, scope: "figures", createdBy: null }, author);
  });
}
