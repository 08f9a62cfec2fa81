import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { migrate as migratePostgres } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import type { Logger } from "pino";
import * as schema from "./schema.ts";

export type RecordsDatabase = PgDatabase<PgQueryResultHKT, typeof schema>;

/** What is changed one by one and must never be wrong: accounts, sessions. PostgreSQL's dialect, embedded or a server. */
export interface Records {
  db: RecordsDatabase;
  ping(): Promise<boolean>;
  stop(): Promise<void>;
}

interface RecordsOptions {
  dataDir: string;
  /** Address of a PostgreSQL server instead of the embedded one. */
  databaseUrl: string | null;
  migrationsFolder: string;
  log: Logger;
}

/** Opens the store and brings its schema up to date. @throws when it cannot be opened or reached. */
export async function startRecords(options: RecordsOptions): Promise<Records> {
  const { db, close } = options.databaseUrl
    ? await openPostgres(options.databaseUrl, options)
    : await openEmbedded(join(options.dataDir, "records"), options.migrationsFolder);
  return {
    db,
    ping: () =>
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
    stop: close,
  };
}

interface Opened {
  db: RecordsDatabase;
  close(): Promise<void>;
}

async function openEmbedded(path: string, migrationsFolder: string): Promise<Opened> {
  const client = await PGlite.create(path);
  const db = drizzlePglite(client, { schema });
  await migratePglite(db, { migrationsFolder });
  return { db, close: () => client.close() };
}

async function openPostgres(
  connectionString: string,
  { migrationsFolder, log }: RecordsOptions,
): Promise<Opened> {
  const pool = new pg.Pool({ connectionString });
  pool.on("error", (error) => log.warn({ err: error }, "A connection to the record store was lost."));
  const db = drizzlePostgres(pool, { schema });
  await migratePostgres(db, { migrationsFolder });
  return { db, close: () => pool.end() };
}
