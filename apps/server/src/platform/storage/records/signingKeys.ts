import { eq, inArray } from "drizzle-orm";
import type { Logger } from "pino";
import { RecordsUnavailableError } from "../../errors/recordsError.ts";
import { createToken } from "../tokens.ts";
import { followRecords } from "./followRecords.ts";
import type { Records, RecordsDatabase } from "./records.ts";
import { signingKeys } from "./tables.ts";

/** Reads a signing key. @throws {RecordsUnavailableError} while it isn't known. */
export type SigningKey = () => string;

/** Keys that this instance uses even while the record store is unavailable. */
const NAMES = ["previews", "leads", "identities", "reports", "digests", "replays"] as const;
type KeyName = (typeof NAMES)[number];

/** The signing keys, the same across restarts and instances. */
export interface SigningKeys {
  of(name: KeyName): SigningKey;
  stop(): Promise<void>;
}

interface SigningKeysOptions {
  records: Records;
  log: Logger;
}

/** Loads the keys, or creates them at the first start. */
export async function startSigningKeys({ records, log }: SigningKeysOptions): Promise<SigningKeys> {
  const { db } = records;
  const { current, stop } = await followRecords<Partial<Record<KeyName, string>>>({
    records,
    channel: "marquee_signing_keys",
    name: "the signing keys",
    // They never change.
    read: async (currentKeys) => (NAMES.every((name) => currentKeys[name]) ? currentKeys : loadKeys(db)),
    unknown: {},
    log,
  });
  return {
    of: (name) => () => {
      const key = current()[name];
      if (!key) throw new RecordsUnavailableError();
      return key;
    },
    stop,
  };
}

async function loadKeys(db: RecordsDatabase): Promise<Record<KeyName, string>> {
  const isNamed = inArray(signingKeys.name, [...NAMES]);
  const rows = await db.select().from(signingKeys).where(isNamed);
  const stored = Object.fromEntries(rows.map(({ name, key }) => [name, key]));
  const keys = NAMES.map(async (name) => [name, stored[name] ?? (await loadSigningKey(db, name))] as const);
  return Object.fromEntries(await Promise.all(keys)) as Record<KeyName, string>;
}

/** The signing key with this name. Created on first use, then the same across restarts and instances. */
export async function loadSigningKey(
  db: Pick<RecordsDatabase, "select" | "insert">,
  name: string,
): Promise<string> {
  await db.insert(signingKeys).values({ name, key: createToken() }).onConflictDoNothing();
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.name, name));
  if (!row) throw new Error(`The signing key ${name} was stored but can't be found.`);
  return row.key;
}
