import type { Json, Timestamp } from "@marquee/contract";
import type { ConnectionKind } from "@marquee/contract/schema";
import { encryptSecret, openSecret, type SecretsKeys } from "../../platform/storage/encryptSecret.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Author, Change, Writing } from "../../platform/versioned/versionedRecord.types.ts";
import { connections } from "./tables.ts";

/** A connection as it is stored. */
export type ConnectionRow = typeof connections.$inferSelect;

export interface ConnectionWrite {
  /** Null to disconnect: the settings stay, the secrets are deleted. */
  connected: { settings: Record<string, unknown>; secrets: Record<string, string> } | null;
  /** Names of the secrets that were entered now; the others were stored before. */
  entered: readonly string[];
}

interface ConnectionAuthor extends Author {
  kind: ConnectionKind;
  /** Whether the owner accepted that its scripts could reach the console. */
  isRisky: boolean;
  /** Encrypts the secrets: 256 bits, base64url. */
  secretsKey: string;
}

/** The connections, by kind. The change history has their settings and when secrets were entered, never a secret. */
export const connectionStore = versionedRecord({
  entity: "connection",
  noun: "this connection",
  table: connections,
  key: "kind",
  columnsOf,
  definitionOf: (row): ConnectionWrite => ({
    connected: row.enabled ? { settings: publicPart(row), secrets: {} } : null,
    entered: [],
  }),
  stateOf: (row) => row,
  untouched: () => null,
  actionOf,
  recorded: ({ before, after }) => ({
    before: before?.connected?.settings ?? null,
    after: after.connected?.settings ?? null,
  }),
});

function columnsOf(write: ConnectionWrite, writing: Writing<ConnectionRow, ConnectionAuthor>) {
  const { before, author } = writing;
  const { connected } = write;
  const settings = connected ? connected.settings : (before?.settings ?? {});
  return {
    settings: settings as Record<string, Json>,
    ...sealedSecrets(write, writing),
    enabled: connected !== null,
    connectedAt: connected && ((before?.enabled && before.connectedAt) || new Date(author.now)),
    checkedAt: null,
    error: null,
  };
}

function actionOf({ before, after, author }: Change<ConnectionWrite, ConnectionAuthor>): string {
  const action = !after.connected ? "disconnected" : before?.connected ? "changed" : "connected";
  return author.isRisky ? `${action}, script risk accepted` : action;
}

/** The error of a connection that is not used because none of the server's keys decrypts its secrets. */
export const UNREADABLE = "Its secrets can't be decrypted with this server's key. Enter them again.";

/** @throws if the secrets were encrypted with none of the keys. */
export function openSecrets({ kind, secrets }: ConnectionRow, keys: SecretsKeys): Record<string, string> {
  if (secrets === null) return {};
  // Only `connectionStore` writes the column, and `encryptAgain` what it wrote.
  return JSON.parse(openSecret(secrets, keys, kind).secret) as Record<string, string>;
}

function sealedSecrets(
  { connected, entered }: ConnectionWrite,
  { before, author: { kind, now, secretsKey } }: Writing<ConnectionRow, ConnectionAuthor>,
) {
  const secrets = connected?.secrets ?? {};
  const names = Object.keys(secrets);
  if (names.length === 0) return { secrets: null, secretsSetAt: {} };
  const dates = names.map((name) => [
    name,
    entered.includes(name) ? now : (before?.secretsSetAt[name] ?? now),
  ]);
  return {
    secrets: encryptSecret(JSON.stringify(secrets), secretsKey, kind),
    secretsSetAt: Object.fromEntries(dates) as Record<string, number>,
  };
}

/** The part of a connection in the change history: settings, and when secrets were entered. */
function publicPart({ settings, secretsSetAt }: ConnectionRow) {
  const dates = Object.entries(secretsSetAt).map(([name, at]) => [
    name,
    `entered ${new Date(at).toISOString()}`,
  ]);
  return { ...settings, ...Object.fromEntries(dates) };
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
