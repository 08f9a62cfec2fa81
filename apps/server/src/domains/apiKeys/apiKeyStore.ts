import { ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { ApiKey, ApiKeyScope, NewApiKeyResponse } from "@marquee/contract/schema";
import { and, desc, eq, isNull } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import { recordChange } from "../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { createToken, digestOf } from "../../platform/storage/tokens.ts";
import { apiKeys } from "./tables.ts";

type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Who changes keys, and when. */
interface Author {
  /** Email address of the account. */
  by: string;
  at: Timestamp;
}

/** A key that works. */
export type FoundKey = Pick<ApiKeyRow, "id" | "name" | "scope">;

/** Enough to tell keys apart, but too few to help guess a key that a person chose for `API_KEY`. */
const SHOWN_CHARACTERS = 4;
/** `lastUsedAt` is updated at most this often. */
const USED_PRECISION = ONE_MINUTE;
const ID_PATTERN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** All keys, newest first, revoked ones included. */
export async function listApiKeys(db: Pick<RecordsDatabase, "select">): Promise<ApiKey[]> {
  const rows = await db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(({ digest: _digest, createdAt, lastUsedAt, revokedAt, ...key }) => ({
    ...key,
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
    revokedAt: revokedAt?.getTime() ?? null,
  }));
}

/**
 * Creates a key. It is returned once; only its hash is stored.
 * @throws {ApiError} bad_request without a name.
 */
export async function createApiKey(
  db: RecordsDatabase,
  { name, scope = "figures" }: { name: string; scope?: ApiKeyScope },
  { by, at }: Author,
): Promise<NewApiKeyResponse> {
  const trimmed = name.trim();
  if (trimmed === "")
    throw new ApiError("bad_request", "Enter a name that says where the key is used, such as Dashboard.");
  const key = createToken();
  const id = await db.transaction((tx) =>
    insertKey(tx, { key, name: trimmed, scope, createdBy: by }, { by, at }),
  );
  if (id === null) throw new ApiError("unavailable", "The key could not be stored. Try again.");
  return { id, name: trimmed, key };
}

/**
 * Revokes a key: requests with it fail from now on, on every instance.
 * @throws {ApiError} not_found; conflict for the key in the environment, which the next start would create again.
 */
export async function revokeApiKey(db: RecordsDatabase, id: string, { by, at }: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = ID_PATTERN.test(id)
      ? await tx
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
          .for("update")
      : [];
    if (!row) throw new ApiError("not_found", "This key was already revoked. Reload the page.");
    if (row.createdBy === null)
      throw new ApiError(
        "conflict",
        "This key is set in the server's environment. Change or remove API_KEY there and restart the server.",
      );
    await markRevoked(tx, row, { by, at });
  });
}

/**
 * Stores a key's hash and the entry in the change history. Call it within a transaction.
 * @returns the key's ID; null if the same key already works, which stays unchanged.
 */
export async function insertKey(
  tx: Transaction,
  { key, ...rest }: { key: string; name: string; scope: ApiKeyScope; createdBy: string | null },
  { by, at }: Author,
): Promise<string | null> {
  const startsWith = key.slice(0, SHOWN_CHARACTERS);
  const values = { ...rest, digest: digestOf(key), startsWith, createdAt: new Date(at) };
  const [row] = await tx.insert(apiKeys).values(values).onConflictDoNothing().returning();
  if (!row) return null;
  const change = { entity: "api-key", key: rest.name, action: "created" } as const;
  await recordChange(tx, { ...change, at, actor: by, before: null, after: publicPart(row) });
  return row.id;
}

/** Revokes a key that is not revoked yet. Call it within a transaction. */
export async function markRevoked(tx: Transaction, row: ApiKeyRow, { by, at }: Author): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: new Date(at) })
    .where(eq(apiKeys.id, row.id));
  const change = { entity: "api-key", key: row.name, action: "revoked" } as const;
  await recordChange(tx, { ...change, at, actor: by, before: publicPart(row), after: null });
}

/**
 * The key with this text; records its use; null if it is unknown or revoked. Keys are looked up by their hash, so the lookup time reveals
 * nothing about stored keys.
 */
export async function findApiKey(db: RecordsDatabase, key: string, now: Timestamp): Promise<FoundKey | null> {
  const isThis = and(eq(apiKeys.digest, digestOf(key)), isNull(apiKeys.revokedAt));
  const [row] = await db.select().from(apiKeys).where(isThis);
  if (!row) return null;
  const { id, name, scope, lastUsedAt } = row;
  if (lastUsedAt === null || now - lastUsedAt.getTime() >= USED_PRECISION)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: new Date(now) })
      .where(eq(apiKeys.id, id));
  return { id, name, scope };
}

/** What people may see of a key in the change history. */
function publicPart({ startsWith, scope }: ApiKeyRow) {
  return { startsWith, scope };
}
