import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { openEmbedded } from "./openEmbedded.ts";
import { openPostgres } from "./openPostgres.ts";
import type { Records } from "./records.ts";

interface RecordsOptions {
  dataDir: string;
  /** URL of a PostgreSQL server; null for the embedded store. */
  databaseUrl: string | null;
  migrationsFolder: string;
  /** Data folder from the build whose records a new embedded store starts with; null to create them. */
  preparedFolder: string | null;
  log: Logger;
}

/** Opens the store and brings its schema up to date. @throws {RecordsError} when it cannot be opened or reached. */
export async function startRecords(options: RecordsOptions): Promise<Records> {
  const { dataDir, databaseUrl, migrationsFolder, preparedFolder, log } = options;
  const { db, listen, alone, close } = databaseUrl
    ? await openPostgres({ databaseUrl, migrationsFolder, log })
    : await openEmbedded({
        folder: join(dataDir, "records"),
        migrationsFolder,
        preparedFolder: preparedFolder && join(preparedFolder, "records"),
      });
  return {
    db,
    ping: () =>
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
    listen,
    alone,
    async announce(channel) {
      await db.execute(sql`select pg_notify(${channel}, '')`);
    },
    stop: close,
  };
}
