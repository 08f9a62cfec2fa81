import type { ConnectionKind } from "@marquee/contract/schema";
import { eq, isNotNull } from "drizzle-orm";
import { encryptSecret, openSecret, type SecretsKeys } from "../../platform/storage/encryptSecret.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { UNREADABLE } from "./connectionStore.ts";
import { connections } from "./tables.ts";

interface StoredSecrets {
  kind: ConnectionKind;
  secrets: string | null;
  error: string | null;
}

/**
 * Encrypts secrets of connections with the current key that were encrypted with an earlier one: all of them, or none if it is interrupted. A
 * connection that was not used because its secrets could not be decrypted is no longer called failing once they can. Their revisions stay.
 * @returns the connections whose secrets no key decrypts; they stay unchanged.
 */
export async function encryptAgain(db: RecordsDatabase, keys: SecretsKeys): Promise<ConnectionKind[]> {
  const { kind, secrets, error } = connections;
  const rowsIn = (store: Pick<RecordsDatabase, "select">) =>
    store.select({ kind, secrets, error }).from(connections).where(isNotNull(secrets));
  // Most starts change nothing, so they need no write access.
  const before = await rowsIn(db);
  if (before.every((row) => changesOf(row, keys) === null)) return unreadable(before, keys);
  return db.transaction(async (tx) => {
    const rows = await rowsIn(tx).for("update");
    for (const row of rows) {
      const changes = changesOf(row, keys);
      if (changes) await tx.update(connections).set(changes).where(eq(kind, row.kind));
    }
    return unreadable(rows, keys);
  });
}

/** @returns null if the row needs no change or can't be fixed. */
function changesOf({ kind, secrets, error }: StoredSecrets, keys: SecretsKeys) {
  const opened = openedWith(keys, { kind, secrets });
  if (!opened) return null;
  const isStale = error === UNREADABLE;
  if (opened.key === keys.current && !isStale) return null;
  return {
    secrets: encryptSecret(opened.secret, keys.current, kind),
    ...(isStale && { error: null, checkedAt: null }),
  };
}

function openedWith(keys: SecretsKeys, { kind, secrets }: Pick<StoredSecrets, "kind" | "secrets">) {
  try {
    return secrets === null ? null : openSecret(secrets, keys, kind);
  } catch {
    return null;
  }
}

function unreadable(rows: readonly StoredSecrets[], keys: SecretsKeys): ConnectionKind[] {
  return rows.filter((row) => !openedWith(keys, row)).map(({ kind }) => kind);
}
