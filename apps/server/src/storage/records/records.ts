import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema.ts";

export type RecordsDatabase = PgDatabase<PgQueryResultHKT, typeof schema>;

/** What is changed one by one and must never be wrong: accounts, sessions. PostgreSQL's dialect, embedded or a server. */
export interface Records {
  db: RecordsDatabase;
  ping(): Promise<boolean>;
  /** Calls back whenever any instance has called {@link Records.announce} for the channel. @returns a function that ends it. */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  /** Notifies every instance, including this one. */
  announce(channel: string): Promise<void>;
  stop(): Promise<void>;
}

/** An open store, its schema up to date. */
export interface OpenedRecords {
  db: RecordsDatabase;
  listen: Records["listen"];
  close(): Promise<void>;
}
