import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { FolderLockedError, lockFolder } from "./folderLock.ts";
import { PrivateNodeFS } from "./privateNodeFs.ts";
import type { OpenedRecords } from "./records.ts";
import { RecordsError } from "./recordsError.ts";
import * as schema from "./schema.ts";

interface EmbeddedOptions {
  folder: string;
  migrationsFolder: string;
}

/** Opens PGlite on a folder that is this process's alone. @throws {RecordsError} */
export async function openEmbedded({ folder, migrationsFolder }: EmbeddedOptions): Promise<OpenedRecords> {
  const release = await lock(folder);
  try {
    const client = await PGlite.create({ fs: new PrivateNodeFS(folder) });
    const db = drizzle(client, { schema });
    await migrate(db, { migrationsFolder });
    return {
      db,
      listen: (channel, onNotify) => client.listen(channel, onNotify),
      async close() {
        await client.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw new RecordsError(
      `The records in ${folder} cannot be opened (${reasonOf(error)}). Restore that folder from a backup, or set DATA_DIR to another one.`,
      error,
    );
  }
}

async function lock(folder: string): Promise<() => Promise<void>> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    const message =
      error instanceof FolderLockedError
        ? "The data folder is in use by another server. Stop that one, or set DATA_DIR to another folder."
        : `The data folder cannot be held for this server alone (${reasonOf(error)}).`;
    throw new RecordsError(message, error);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
