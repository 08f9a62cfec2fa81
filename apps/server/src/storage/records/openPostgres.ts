import { ONE_SECOND } from "@marquee/contract";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Logger } from "pino";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import { migrateRecords } from "./migrateRecords.ts";
import type { OpenedRecords } from "./records.ts";
import * as schema from "./schema.ts";
import { storableValues } from "./storableValues.ts";

interface ListenOptions {
  databaseUrl: string;
  channel: string;
  /** Called for each notification and after each reconnect, because notifications may have been missed in between. */
  onNotify: () => void;
  log: Logger;
}

const RECONNECT_AFTER = ONE_SECOND;
/** Any number that no other advisory lock uses. */
const LOCK = 1_768_715_330;

interface PostgresOptions {
  databaseUrl: string;
  migrationsFolder: string;
  log: Logger;
}

/** Connects to a PostgreSQL server. @throws {RecordsError} that names DATABASE_URL but never includes its value. */
export async function openPostgres(options: PostgresOptions): Promise<OpenedRecords> {
  const { databaseUrl, migrationsFolder, log } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, Client: StorableClient });
  pool.on("error", (error) => log.warn({ err: error }, "Lost a connection to the record store."));
  const db = drizzle(pool, { schema });
  const alone: OpenedRecords["alone"] = (task) => lockWhile(databaseUrl, task);
  try {
    await alone(() => migrateRecords(db, migrationsFolder, () => migrate(db, { migrationsFolder })));
  } catch (error) {
    await pool.end();
    if (error instanceof NewerDataError) throw error;
    throw new RecordsError(
      `DATABASE_URL: the PostgreSQL server cannot be used (${rootCause(error)}). Check that it runs and that the address, user and password are right.`,
      error,
    );
  }
  const listen: OpenedRecords["listen"] = (channel, onNotify) =>
    listenPostgres({ databaseUrl, channel, onNotify, log });
  return { db, listen, alone, close: () => pool.end() };
}

/** Makes parameters storable. */
class StorableClient extends pg.Client {
  // Of its many signatures, the pool and Drizzle use this one.
  override query(...[statement, values, ...rest]: unknown[]): never {
    const storable = Array.isArray(values) ? storableValues(values) : values;
    return super.query(...([statement, storable, ...rest] as unknown as [string])) as never;
  }
}

/** Waits for a lock that one connection to the database can hold, and holds it on its own connection, with which it would end. */
async function lockWhile<Result>(databaseUrl: string, task: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  // A lost connection rejects the next statement.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    return await task();
  } finally {
    await client.end();
  }
}

/** Finds the server's message, which Drizzle wraps in an error about the failed statement. */
function rootCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return rootCause(error.cause);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}

/** Listens to a LISTEN/NOTIFY channel on a separate connection and reconnects when it is lost. @returns a function that stops it. */
async function listenPostgres({ databaseUrl, channel, onNotify, log }: ListenOptions) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | null = null;

  const connect = async () => {
    const opened = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    opened.on("notification", onNotify);
    opened.on("error", (error) => log.warn({ err: error }, "Lost the connection that listens for changes."));
    // An attempt that fails ends, too, but is repeated by its caller.
    const ended = new Promise<void>((resolve) => opened.once("end", resolve));
    try {
      await opened.connect();
      await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    client = opened;
    void ended.then(reconnectLater);
    if (isStopped) await opened.end();
  };
  const reconnectLater = () => {
    if (!isStopped) timer = setTimeout(reconnect, RECONNECT_AFTER);
  };
  const reconnect = async () => {
    try {
      await connect();
      onNotify();
    } catch {
      reconnectLater();
    }
  };

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}
