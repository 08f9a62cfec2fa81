import type { Json, Timestamp } from "@marquee/contract";
import type { ConnectionKind } from "@marquee/contract/schema";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { encryptSecret, openSecret, type SecretsKeys } from "../storage/encryptSecret.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { connections } from "../storage/records/schema.ts";

/** A connection as it is stored. */
export type ConnectionRow = typeof connections.$inferSelect;
type Writer = Pick<RecordsDatabase, "select" | "insert" | "update">;

interface ConnectionWrite {
  kind: ConnectionKind;
  /** Null disconnects: the settings stay, the secrets are deleted. */
  connected: { settings: Record<string, unknown>; secrets: Record<string, string> } | null;
  /** Whether the owner accepted that its scripts could reach the console. */
  isRisky: boolean;
  /** Names of the secrets that were entered now; the others were stored before. */
  entered: readonly string[];
  /** Revision that the editor started from; 0 if the connection was never changed. */
  revision: number;
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
  /** The key of the secrets: 256 bits, base64url. */
  key: string;
}

export async function readConnections(db: Pick<RecordsDatabase, "select">): Promise<ConnectionRow[]> {
  return db.select().from(connections);
}

/** The error of a connection that is not used because none of the server's keys opens its secrets. */
export const UNREADABLE = "Its secrets can't be decrypted with this server's key. Enter them again.";

/** @throws if the secrets were encrypted with none of the keys. */
export function openSecrets({ kind, secrets }: ConnectionRow, keys: SecretsKeys): Record<string, string> {
  if (secrets === null) return {};
  // Only `writeConnection` writes the column, and `encryptAgain` what it wrote.
  return JSON.parse(openSecret(secrets, keys, kind).secret) as Record<string, string>;
}

/**
 * Writes a connection and its entry in the change history, which has the names of the secrets only. Call it within a transaction.
 * @throws {ApiError} conflict if someone else changed it.
 */
export async function writeConnection(tx: Writer, write: ConnectionWrite): Promise<void> {
  const { kind, connected, isRisky, revision, actor, now } = write;
  const [before] = await tx.select().from(connections).where(eq(connections.kind, kind));
  const values = {
    ...(connected && { settings: connected.settings as Record<string, Json> }),
    ...sealedSecrets(write, before),
    enabled: connected !== null,
    connectedAt: connected && ((before?.enabled && before.connectedAt) || new Date(now)),
    revision: revision + 1,
    updatedAt: new Date(now),
    updatedBy: actor,
    checkedAt: null,
    error: null,
  };
  // The statement itself compares the revision, so that only one of two concurrent changes succeeds.
  const [written] = before
    ? await tx
        .update(connections)
        .set(values)
        .where(and(eq(connections.kind, kind), eq(connections.revision, revision)))
        .returning()
    : await tx
        .insert(connections)
        .values({ kind, settings: {}, ...values })
        .onConflictDoNothing()
        .returning();
  if (!written || (!before && revision !== 0)) throw conflict(before);
  await recordChange(tx, {
    entity: "connection",
    key: kind,
    action: isRisky ? `${actionOf(before, written)}, script risk accepted` : actionOf(before, written),
    at: now,
    actor,
    before: before?.enabled ? publicPart(before) : null,
    after: written.enabled ? publicPart(written) : null,
  });
}

function sealedSecrets({ kind, connected, entered, now, key }: ConnectionWrite, before?: ConnectionRow) {
  const secrets = connected?.secrets ?? {};
  const names = Object.keys(secrets);
  if (names.length === 0) return { secrets: null, secretsSetAt: {} };
  const dates = names.map((name) => [
    name,
    entered.includes(name) ? now : (before?.secretsSetAt[name] ?? now),
  ]);
  return {
    secrets: encryptSecret(JSON.stringify(secrets), key, kind),
    secretsSetAt: Object.fromEntries(dates) as Record<string, number>,
  };
}

/** What people may see of a connection in the change history: of secrets, when they were entered. */
function publicPart({ settings, secretsSetAt }: ConnectionRow) {
  const dates = Object.entries(secretsSetAt).map(([name, at]) => [
    name,
    `entered ${new Date(at).toISOString()}`,
  ]);
  return { ...settings, ...Object.fromEntries(dates) };
}

function actionOf(before: ConnectionRow | undefined, after: ConnectionRow): string {
  if (!after.enabled) return "disconnected";
  return before?.enabled ? "changed" : "connected";
}

/** Stores the result of a use or test. @param error null for success. */
export async function writeResult(
  db: Pick<RecordsDatabase, "insert">,
  kind: ConnectionKind,
  { error, at }: { error: string | null; at: Timestamp },
): Promise<void> {
  const result = { checkedAt: new Date(at), error };
  await db
    .insert(connections)
    .values({ kind, settings: {}, enabled: false, revision: 0, ...result })
    .onConflictDoUpdate({ target: connections.kind, set: result });
}

function conflict(row: ConnectionRow | undefined): ApiError {
  const when = row?.updatedAt ? ` at ${row.updatedAt.toISOString()}` : "";
  return new ApiError(
    "conflict",
    `${row?.updatedBy ?? "Someone"} changed this connection${when}. Review their change, then save again.`,
  );
}
