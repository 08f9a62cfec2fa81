import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema.ts";

export type RecordsDatabase = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Statements of one transaction. */
export type Transaction = Pick<RecordsDatabase, "select" | "insert" | "update" | "delete" | "execute">;

/** The store for transactional data such as accounts and sessions. Speaks PostgreSQL's dialect, embedded or on a server. */
export interface Records {
  db: RecordsDatabase;
  ping(): Promise<boolean>;
  /** Calls back whenever an instance calls {@link Records.announce} for the channel. @returns a function that stops listening. */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  /** Notifies every instance, including this one. */
  announce(channel: string): Promise<void>;
  /** Runs a task once no other instance runs one: migrations, when several instances start together. */
  alone<Result>(task: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** An open store with an up-to-date schema. */
export interface OpenedRecords {
  db: RecordsDatabase;
  listen: Records["listen"];
  alone: Records["alone"];
  close(): Promise<void>;
}
