import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Logger } from "pino";
import { openEmbedded } from "./openEmbedded.ts";
import { openPostgres } from "./openPostgres.ts";
import type * as schema from "./schema.ts";

export type RecordsDatabase = PgDatabase<PgQueryResultHKT, typeof schema>;

/** What is changed one by one and must never be wrong: accounts, sessions. PostgreSQL's dialect, embedded or a server. */
export interface Records {
  db: RecordsDatabase;
  ping(): Promise<boolean>;
  /** Calls back whenever any instance has called {@link Records.announce} for the channel. @returns a function that ends it. */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  /** Tells every instance, this one included. */
  announce(channel: string): Promise<void>;
  stop(): Promise<void>;
}

/** An open store, its schema up to date. */
export interface OpenedRecords {
  db: RecordsDatabase;
  listen: Records["listen"];
  close(): Promise<void>;
}

interface RecordsOptions {
  dataDir: string;
  /** Address of a PostgreSQL server instead of the embedded one. */
  databaseUrl: string | null;
  migrationsFolder: string;
  log: Logger;
}

/** Opens the store and brings its schema up to date. @throws {RecordsError} when it cannot be opened or reached. */
export async function startRecords(options: RecordsOptions): Promise<Records> {
  const { dataDir, databaseUrl, migrationsFolder, log } = options;
  const { db, listen, close } = databaseUrl
    ? await openPostgres({ databaseUrl, migrationsFolder, log })
    : await openEmbedded({ folder: join(dataDir, "records"), migrationsFolder });
  return {
    db,
    ping: () =>
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
    listen,
    async announce(channel) {
      await db.execute(sql`select pg_notify(${channel}, '')`);
    },
    stop: close,
  };
}
