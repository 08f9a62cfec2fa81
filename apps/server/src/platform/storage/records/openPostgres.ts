import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Logger } from "pino";
import { InterruptedRestoreError } from "../../errors/interruptedRestoreError.ts";
import { isUnreachable } from "../../errors/isUnreachable.ts";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { RecordsError, RecordsUnavailableError } from "../../errors/recordsError.ts";
import { backoffDelay } from "../../time/backoff.ts";
import { certificateAdvice } from "../untrustedCertificate.ts";
import { findChangedTables, markCompacted } from "./changedTables.ts";
import { type InstanceIdentity, noteEnd, registerInstance } from "./instances.ts";
import { migrateRecords } from "./migrateRecords.ts";
import {
  HEARTBEAT_TIMEOUT,
  limitedConfig,
  limitStatements,
  PostgresClient,
  patientConfig,
  startHeartbeat,
} from "./postgresClient.ts";
import { createPostgresListener } from "./postgresListener.ts";
import type { OpenedRecords } from "./records.ts";

/** Any numbers that no other advisory lock uses. If several are taken, erasure comes first and records last. */
const LOCKS = { records: 1_768_715_330, events: 1_768_715_331, erasure: 1_768_715_332 };
/** How often a lock is tried, and after how long the log says that it is waited for. */
const LOCK_INTERVALS = { base: 100, longest: 2 * ONE_SECOND };
const LONG_WAIT: Milliseconds = 5 * ONE_SECOND;
const CLOSE_TIMEOUT: Milliseconds = 5 * ONE_SECOND;
const RETRIES = { base: ONE_SECOND, longest: 15 * ONE_SECOND };

type PoolCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error) => void,
) => void;

interface PostgresOptions {
  databaseUrl: string;
  migrationsFolder: string;
  /** The server that uses it; null for tools. */
  identity: InstanceIdentity | null;
  /** How long to wait for the server before going on without it; null to throw if it can't be reached. */
  patience: Milliseconds | null;
  /** ID of the backup that is being restored, whose statements may take as long as they need; null otherwise. */
  restoring: string | null;
  log: Logger;
}

/**
 * Connects to a PostgreSQL server and migrates it.
 * @throws {RecordsError} that names DATABASE_URL but never includes its value.
 * @throws {NewerDataError} when a newer version has migrated it.
 */
export async function openPostgres(options: PostgresOptions): Promise<OpenedRecords> {
  const { databaseUrl, migrationsFolder, identity, patience, restoring, log } = options;
  const hasLongStatements = restoring !== null;
  let isOpen = false;
  let instance: number | null = null;
  const stopping = new AbortController();
  /** Runs no queries before the schema is up to date. */
  class OpenPool extends pg.Pool {
    override connect(callback?: PoolCallback): never {
      if (isOpen) return super.connect(callback as PoolCallback) as never;
      const error = new RecordsUnavailableError();
      return (callback ? callback(error, undefined, () => undefined) : Promise.reject(error)) as never;
    }
  }
  const pool = new OpenPool({
    ...(hasLongStatements ? patientConfig(databaseUrl) : limitedConfig(databaseUrl)),
    Client: PostgresClient,
    ...(!hasLongStatements && { onConnect: limitStatements }),
  });
  pool.on("error", (error) => log.warn({ err: error }, "Lost a connection to the record store."));
  const db = drizzle(pool as pg.Pool);
  const open = async () => {
    await lockWhile({ databaseUrl, log, locks: [LOCKS.records], signal: stopping.signal }, async (client) => {
      const alone = drizzle(client);
      await migrateRecords(alone, { migrationsFolder, restoring, folder: identity?.folder ?? null }, () =>
        migrate(alone, { migrationsFolder }),
      );
      if (!identity) return;
      // Registered before another version may migrate data that this one uses.
      instance = await registerInstance(alone, identity);
      await listener.hold(instance);
    });
    isOpen = true;
  };
  const keepTrying = async () => {
    for (let failures = 1; ; failures++) {
      try {
        return await open();
      } catch (error) {
        if (patience === null || !isUnreachable(error)) throw explainPostgresError(error);
        log.warn(
          `DATABASE_URL: the PostgreSQL server cannot be reached (${rootCause(error)}). Trying again.`,
        );
        await sleep(backoffDelay(failures, RETRIES), undefined, { signal: stopping.signal });
      }
    }
  };
  const opened = keepTrying();
  opened.catch(() => undefined);
  const listener = createPostgresListener({ databaseUrl, log });
  const noteEnding = async () => {
    if (instance !== null) await noteEnd(db, instance).catch(() => undefined);
  };
  const close = async () => {
    stopping.abort();
    // A frozen server would block both.
    await Promise.race([
      noteEnding().then(() => Promise.all([listener.stop(), pool.end()])),
      sleep(CLOSE_TIMEOUT, undefined, { ref: false }),
    ]);
  };
  try {
    await (patience === null ? opened : Promise.race([opened, sleep(patience, undefined, { ref: false })]));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    instanceId: () => instance,
    isOpen: () => isOpen,
    opened,
    listen: listener.listen,
    alone: (task, { isExclusive = false, turn = "events", signal: taskSignal } = {}) => {
      const locks = isExclusive ? [LOCKS[turn], LOCKS.records] : [LOCKS[turn]];
      return lockWhile({ databaseUrl, log, locks, signal: taskSignal }, async (client, signal) => {
        const stopHeartbeat = startHeartbeat(client);
        try {
          return await task(signal);
        } finally {
          stopHeartbeat();
        }
      });
    },
    compact: (tables) => compactTables({ databaseUrl, tables, log }),
    close,
  };
}

interface CompactOptions extends Pick<PostgresOptions, "databaseUrl" | "log"> {
  tables: readonly string[];
}

/** A table in use for longer is not locked, because everyone else would wait too. */
const TABLE_LOCK_TIMEOUT: Milliseconds = 3 * ONE_SECOND;
const LOCK_NOT_AVAILABLE = "55P03";
const INSUFFICIENT_PRIVILEGE = "42501";

/** Time after which connections have reported their row changes: they do so after 10 s of inactivity, or when they end. */
const CHANGES_ARE_KNOWN_AFTER: Milliseconds = 12 * ONE_SECOND;

/** See {@link OpenedRecords.compact}. Has a connection of its own, because it takes as long as it takes. */
async function compactTables({ databaseUrl, tables, log }: CompactOptions): Promise<string[]> {
  await sleep(CHANGES_ARE_KNOWN_AFTER);
  const skipped: string[] = [];
  const client: pg.Client = new PostgresClient(patientConfig(databaseUrl));
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${TABLE_LOCK_TIMEOUT}`);
    const query = async <Row>(text: string) => (await client.query(text)).rows as Row[];
    for (const { table, mark } of await findChangedTables(query, tables)) {
      try {
        // With new statistics, because the old ones contain values of removed rows.
        await client.query(`VACUUM (FULL, ANALYZE) "${table}"`);
        await client.query(markCompacted(table, mark));
      } catch (error) {
        if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
        log.warn(
          `The table ${table} is in use, so deleted rows are still in its files. It is rewritten next time.`,
        );
        skipped.push(table);
      }
    }
    await client.query("CHECKPOINT").catch((error: pg.DatabaseError) => {
      // Only roles with pg_checkpoint may do this; the server also does it automatically.
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    });
    return skipped;
  } finally {
    await client.end();
  }
}

interface LockOptions extends Pick<PostgresOptions, "databaseUrl" | "log"> {
  locks: readonly number[];
  /** Ends the waiting. */
  signal: AbortSignal | undefined;
}

/**
 * Waits for locks that one connection to the database can hold, and holds them on its own connection.
 * @param task gets a signal that is aborted when that connection is lost, and the locks with it.
 */
async function lockWhile<Result>(
  { databaseUrl, locks, signal, log }: LockOptions,
  task: (client: PostgresClient, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const client = new PostgresClient(patientConfig(databaseUrl));
  await client.connect();
  try {
    await rejectPooler(client, databaseUrl);
    for (const lock of locks) await waitForLock(client, lock, { signal, log });
    const lost = new AbortController();
    client.once("end", () => lost.abort(new LockLostError()));
    return await task(client, lost.signal);
  } finally {
    await client.end();
  }
}

/** Polls, so that a silent server and the end of the wait are detected. */
async function waitForLock(
  client: pg.Client,
  lock: number,
  { signal, log }: Pick<LockOptions, "signal" | "log">,
): Promise<void> {
  const text = "SELECT pg_try_advisory_lock($1) AS held";
  const began = performance.now();
  let isSaid = false;
  for (let tries = 1; ; tries += 1) {
    const question = { text, values: [lock], query_timeout: HEARTBEAT_TIMEOUT };
    const { rows } = await client.query<{ held: boolean }>(question);
    if (rows[0]?.held) return;
    if (!isSaid && performance.now() - began > LONG_WAIT) {
      isSaid = true;
      log.info(
        "Waiting for another instance, which is migrating or restoring a store, or removing deleted data from its files.",
      );
    }
    await sleep(backoffDelay(tries, LOCK_INTERVALS), undefined, signal && { signal });
  }
}

/**
 * A pooler that hands out connections by transaction would lose locks, notifications and settings.
 * @throws {RecordsError} when two statements of one client are run by different connections, while another client has a transaction.
 */
async function rejectPooler(client: pg.Client, databaseUrl: string): Promise<void> {
  const connectionOf = async () => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid;
  };
  const first = await connectionOf();
  const other = new PostgresClient(limitedConfig(databaseUrl));
  try {
    await other.connect();
    await (other as pg.Client).query("BEGIN");
    if ((await connectionOf()) === first) return;
  } finally {
    await other.end();
  }
  throw new RecordsError(
    "DATABASE_URL points to a pooler that shares connections between transactions, which would lose locks and notifications. Use the address of the PostgreSQL server itself, or pool_mode=session.",
    null,
  );
}

/** What is wrong with the server, for the operator. */
export function explainPostgresError(error: unknown): Error {
  if (error instanceof NewerDataError || error instanceof InterruptedRestoreError) return error;
  if (error instanceof RecordsError) return error;
  const advice =
    certificateAdvice(error, "DATABASE_CA_FILE") ??
    "Check that it's running and that the address, user and password are correct.";
  return new RecordsError(
    `DATABASE_URL: the PostgreSQL server cannot be used (${rootCause(error)}). ${advice}`,
    error,
  );
}

class LockLostError extends Error {
  override name = "LockLostError";
  override message = "Lost the connection that kept other instances from starting the same task.";
}

/** Finds the server's message, which Drizzle wraps in an error about the failed statement. */
function rootCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return rootCause(error.cause);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
