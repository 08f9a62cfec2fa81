import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Logger } from "pino";
import { encryptSecret, openSecret, type SecretsKeys } from "../encryptSecret.ts";
import { writeAtomically } from "../writeAtomically.ts";

/**
 * Copies on disk of what an instance last read from the record store, to start while the store can't be reached.
 */
export interface KnownValues {
  /** @returns undefined if there is no copy that this version can use. */
  read(name: string): Promise<unknown>;
  /** Never throws: without a copy, the instance works as long as the store does. */
  write(name: string, value: unknown): Promise<void>;
}

interface KnownOptions {
  dataDir: string;
  /** Keys to encrypt the copies, which contain data that only the store's users may see. */
  keys: SecretsKeys;
  /** Version of the schema; copies of another version are not used. */
  version: number;
  log: Pick<Logger, "warn">;
}

interface Copy {
  version: number;
  value: unknown;
}

/** Keeps the copies in `DATA_DIR/known`. */
export function openKnownValues({ dataDir, keys, version, log }: KnownOptions): KnownValues {
  const fileOf = (name: string) => join(dataDir, "known", name);
  return {
    async read(name) {
      try {
        const sealed = await readFile(fileOf(name), "utf8");
        // Only `write` writes these files.
        const copy = deserialize(Buffer.from(openSecret(sealed, keys, name).secret, "base64")) as Copy;
        return copy.version === version ? copy.value : undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT")
          log.warn({ err: error }, `The copy ${fileOf(name)} can't be read; starting without it.`);
        return undefined;
      }
    },
    async write(name, value) {
      try {
        const text = serialize({ version, value } satisfies Copy).toString("base64");
        await writeAtomically(fileOf(name), encryptSecret(text, keys.current, name), { mode: 0o600 });
      } catch (error) {
        log.warn({ err: error }, `The copy ${fileOf(name)} can't be written.`);
      }
    },
  };
}
