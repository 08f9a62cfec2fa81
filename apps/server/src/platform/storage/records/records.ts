import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { KnownValues } from "./knownValues.ts";

export type RecordsDatabase = PgDatabase<PgQueryResultHKT>;

/** Statements of one transaction. */
export type Transaction = Pick<RecordsDatabase, "select" | "insert" | "update" | "delete" | "execute">;

/** A standby, or a server in maintenance, is read-only. */
export type RecordsState = "ok" | "read-only" | "unavailable";

export interface AloneOptions {
  /** Whether it also prevents other instances from starting. */
  isExclusive?: boolean;
  /**
   * The kind of task that is serialized; `events` by default: any change to tables of the event store. Erasure takes its turn before that of the
   * event store.
   */
  turn?: "events" | "erasure";
  /** Ends the waiting. */
  signal?: AbortSignal;
}

/** The store for transactional data such as accounts and sessions. Speaks PostgreSQL's dialect, embedded or on a server. */
export interface Records {
  /** Fails with a `RecordsUnavailableError` before the store is open. */
  db: RecordsDatabase;
  /** Whether the store has been reached since the start, and its schema is up to date. */
  isOpen(): boolean;
  /** Resolves once it is open. Rejects if that is impossible, such as for a store of a newer version. */
  opened: Promise<void>;
  /**
   * What was last read from a store on another machine; null for the embedded one, which is always available.
   */
  knownValues: KnownValues | null;
  /** Never throws and takes at most 2 s. */
  check(): Promise<RecordsState>;
  /** Calls back whenever an instance calls {@link Records.announce} for the channel. @returns a function that stops listening. */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  /** Notifies every instance, including this one. */
  announce(channel: string): Promise<void>;
  /**
   * Runs a task while no other instance runs one of the same kind, such as migrations of the event store when several instances start
   * together.
   * @param task gets a signal that is aborted when another instance may start one meanwhile.
   * @throws if the wait was aborted.
   */
  alone<Result>(task: (signal: AbortSignal) => Promise<Result>, options?: AloneOptions): Promise<Result>;
  /**
   * Rewrites those of these tables in which rows were changed or removed since the last time, without the removed rows, and as far as possible also the
   * write-ahead log. The embedded store is blocked for one table at a time; a server locks one table at a time.
   * @returns the tables that still contain removed rows, because they were in use.
   */
  compact(tables: readonly string[]): Promise<string[]>;
  /** ID of this server, see {@link listInstances}; null before the store is open, and for tools. */
  instanceId(): number | null;
  stop(): Promise<void>;
}

/** A store that is open, or will be once its server can be reached. */
export interface OpenedRecords
  extends Pick<Records, "db" | "isOpen" | "opened" | "listen" | "alone" | "compact" | "instanceId"> {
  close(): Promise<void>;
}
