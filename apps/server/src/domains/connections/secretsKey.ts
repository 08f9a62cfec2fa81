import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import type { SecretsKeys } from "../../platform/storage/encryptSecret.ts";
import { writeAtomically } from "../../platform/storage/writeAtomically.ts";

const LENGTH = 32;

/** The file with the key of the connections' secrets cannot be used; the message says what to do. */
export class SecretsKeyError extends Error {
  override name = "SecretsKeyError";
}

/** File of the key in the data folder. */
export const KEY_FILE = "secrets.key";

export type KeyConfig = Pick<Config, "dataDir" | "secretsKey" | "secretsKeyBefore">;

/**
 * The key that encrypts the connections' secrets: `SECRETS_KEY`, otherwise the one in `DATA_DIR/secrets.key`, which the first start creates.
 * It is not in the database, so that a stolen database reveals no secret. Secrets encrypted with `SECRETS_KEY_BEFORE`, or with the key in the
 * file, can still be decrypted.
 */
export async function loadSecretsKeys({
  dataDir,
  secretsKey,
  secretsKeyBefore,
}: KeyConfig): Promise<SecretsKeys> {
  const file = join(dataDir, KEY_FILE);
  const stored = await readKeyFile(file);
  if (secretsKey === null)
    return {
      current: stored === null ? await createKey(file) : check(stored, file),
      earlier: listOf(secretsKeyBefore),
    };
  const isUsable = stored !== null && isSecretsKey(stored);
  return { current: secretsKey, earlier: [...listOf(secretsKeyBefore), ...(isUsable ? [stored] : [])] };
}

const listOf = (key: string | null) => (key === null ? [] : [key]);

async function readKeyFile(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new SecretsKeyError(`${file} cannot be read (${(error as Error).message}).`);
  }
}

async function createKey(file: string): Promise<string> {
  const key = randomBytes(LENGTH).toString("base64url");
  // Stores hold a lock on the folder, so no other server creates it at the same time.
  await writeAtomically(file, `${key}\n`, { mode: 0o600 });
  return key;
}

function check(key: string, file: string): string {
  if (isSecretsKey(key)) return key;
  throw new SecretsKeyError(
    `${file} is damaged. Restore it from a backup, or delete it and enter the secrets of all connections again.`,
  );
}

/** Whether a text is a key: 256 bits, base64url. */
export function isSecretsKey(text: string): boolean {
  return Buffer.from(text, "base64url").byteLength === LENGTH;
}
