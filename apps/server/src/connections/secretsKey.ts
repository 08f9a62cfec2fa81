import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "../storage/writeAtomically.ts";

const LENGTH = 32;

/** The file with the key of the connections' secrets cannot be used; the message says what to do. */
export class SecretsKeyError extends Error {
  override name = "SecretsKeyError";
}

/**
 * The key that encrypts the connections' secrets: `SECRETS_KEY`, else the one in `DATA_DIR/secrets.key`, which the first start creates. It is
 * not in the database, so that a stolen database reveals no secret.
 * @param given 256 bits, base64url; null for the file.
 * @returns 256 bits, base64url.
 */
export async function loadSecretsKey(dataDir: string, given: string | null): Promise<string> {
  if (given !== null) return given;
  const file = join(dataDir, "secrets.key");
  const stored = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new SecretsKeyError(`${file} cannot be read (${error.message}).`);
  });
  if (stored === null) {
    const key = randomBytes(LENGTH).toString("base64url");
    // Stores hold a lock on the folder, so no other server creates it at the same time.
    await writeAtomically(file, `${key}\n`, { mode: 0o600 });
    return key;
  }
  const key = stored.trim();
  if (Buffer.from(key, "base64url").byteLength === LENGTH) return key;
  throw new SecretsKeyError(
    `${file} is damaged. Restore it from a backup, or delete it and enter the secrets of all connections again.`,
  );
}
