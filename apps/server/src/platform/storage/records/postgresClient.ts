import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import pg from "pg";
import { storableValues } from "./storableValues.ts";

/** Timeout of a new connection. */
const CONNECT_TIMEOUT: Milliseconds = 5 * ONE_SECOND;
const STATEMENT_TIMEOUT: Milliseconds = 30 * ONE_SECOND;
/** The client's timeout, for a server that no longer responds. */
const QUERY_TIMEOUT: Milliseconds = STATEMENT_TIMEOUT + 5 * ONE_SECOND;
/** Timeout after which the transaction of a frozen instance releases its locks. */
const IDLE_TRANSACTION_TIMEOUT: Milliseconds = 5 * ONE_MINUTE;
const END_TIMEOUT: Milliseconds = 2 * ONE_SECOND;
/** Firewalls forget silent connections after minutes; Linux would probe after two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10 * ONE_SECOND };

/** Settings for statements that may take as long as they need: migrations, and waiting for a lock. */
export function patientConfig(databaseUrl: string): pg.ClientConfig {
  return { connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT, ...KEEP_ALIVE };
}

/** Settings with which no statement hangs. */
export function limitedConfig(databaseUrl: string, queryTimeout = QUERY_TIMEOUT): pg.ClientConfig {
  return { ...patientConfig(databaseUrl), query_timeout: queryTimeout };
}

/** The server's own limits. Poolers reject them as connection settings. */
export async function limitStatements(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SET statement_timeout = ${STATEMENT_TIMEOUT}; SET idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_TIMEOUT}`,
  );
}

/** A connection silently cut by a firewall or failover gets no more notifications and no error. */
const HEARTBEAT_INTERVAL: Milliseconds = 10 * ONE_SECOND;
export const HEARTBEAT_TIMEOUT: Milliseconds = 5 * ONE_SECOND;

/**
 * Regularly queries the server until the connection ends; a query without a response ends it.
 * @param beat sends the query, when no other one is running. @returns a function that stops it.
 */
export function startHeartbeat(
  client: pg.Client,
  beat: (ask: () => Promise<void>) => Promise<void> = (ask) => ask(),
): () => void {
  const ask = async () => {
    const question = { text: "SELECT 1", query_timeout: HEARTBEAT_TIMEOUT };
    await client.query(question);
  };
  const timer = setInterval(() => beat(ask).catch(() => undefined), HEARTBEAT_INTERVAL);
  const stop = () => clearInterval(timer);
  client.once("end", stop);
  return stop;
}

/** A connection that makes parameters storable, and never hangs on a silent server. */
export class PostgresClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // While a transaction has the connection, the pool does not listen for errors, and an unhandled error ends the
    // process.
    this.on("error", () => undefined);
  }

  // Of its many signatures, the pool and Drizzle use those with a promise or a callback at the end.
  override query(...[statement, values, ...rest]: unknown[]): never {
    const storable = Array.isArray(values) ? storableValues(values) : values;
    const result: unknown = super.query(...([statement, storable, ...rest] as unknown as [string]));
    if (result instanceof Promise) result.catch((error: Error) => this.#giveUp(error, statement));
    return result as never;
  }

  #giveUp(error: Error, statement: unknown): void {
    // The response may still arrive, and would be mistaken for that of the next statement.
    if (error.message === "Query read timeout") this.connection.stream.destroy();
    // Drizzle does not release a connection on which a transaction could not start.
    const text = typeof statement === "string" ? statement : (statement as pg.QueryConfig | null)?.text;
    if (text?.startsWith("begin")) (this as unknown as Partial<pg.PoolClient>).release?.(error);
  }

  // An unavailable server does not confirm it.
  override end(callback?: (error: Error) => void): never {
    const timer = setTimeout(() => this.connection.stream.destroy(), END_TIMEOUT);
    this.once("end", () => clearTimeout(timer));
    return super.end(callback as () => void) as never;
  }
}
