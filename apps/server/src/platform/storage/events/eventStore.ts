import { randomUUID } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from "@clickhouse/client";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { clickHouseErrorName } from "../../errors/clickHouseErrors.ts";
import { EventStoreError, EventStoreUnavailableError } from "../../errors/eventStoreError.ts";
import { InterruptedRestoreError } from "../../errors/interruptedRestoreError.ts";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { backoffDelay } from "../../time/backoff.ts";
import { certificateAdvice } from "../untrustedCertificate.ts";
import { toWellFormedJson } from "../wellFormedJson.ts";
import { type EmbeddedEvents, EventsFolderInUseError, startEmbeddedEvents } from "./chdb/supervisor.ts";
import { checkLines } from "./checkLines.ts";
import { REQUEST_TIMEOUT, watchUrl } from "./clients.ts";
import { describeInsertError } from "./insertErrors.ts";
import { ChangedMigrationError } from "./migrate.ts";
import { contractEvents, type PrepareOptions, prepareEvents } from "./prepareEvents.ts";

/**
 * Adds rows, given as JSON, one per line. A second call with the same `token` changes nothing, so it is safe to retry a block whose response
 * was lost.
 * @throws when the store is unavailable or rejects the rows.
 */
export type InsertLines = (table: string, lines: readonly Buffer[], token: string) => Promise<void>;

/** Adds rows to the event store. */
export interface EventWriter {
  insertLines: InsertLines;
  /** Adds rows; see {@link InsertLines}. */
  insert(table: string, rows: readonly object[], token: string): Promise<void>;
}

/** The event store, embedded or a ClickHouse server. Both speak ClickHouse SQL over HTTP. */
export interface EventStore extends EventWriter {
  /**
   * URL of the store, with its credentials; null while the embedded engine restarts, after which it differs.
   */
  url(): string | null;
  /**
   * Runs a read-only query. @param params bound to `{name:Type}` in `sql`. @param signal stops the query in the store when aborted.
   * @throws when the store is unavailable, the query takes over 30 s, or the statement would change data or settings.
   */
  query<Row>(sql: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<Row[]>;
  /**
   * Streams the rows of a read-only query as JSON, one per line, however many there are. An error aborts the stream.
   * @throws like {@link query}, but without its time limit.
   */
  streamLines(sql: string): Promise<Readable>;
  /** Runs a statement that returns no rows. */
  command(sql: string, params?: Record<string, unknown>): Promise<void>;
  ping(): Promise<boolean>;
  stop(): Promise<void>;
}

interface EventStoreOptions extends PrepareOptions {
  dataDir: string;
  processEntry: string;
  execArgv: string[];
  /**
   * Data folder from the build that a new embedded store starts with; by default, it creates its schema itself.
   */
  preparedFolder?: string | null;
  /** Called each time that the process of an embedded store has been launched; it is not ready yet. */
  onLaunch?: () => void;
  /** Whether to wait for a server that can't be reached, instead of failing. */
  isPatient?: boolean;
}

const PING_TIMEOUT: Milliseconds = 2 * ONE_SECOND;
/** How long a query waits for a starting store. The embedded one will start, a server may not. */
const START_WAIT = { embedded: ONE_MINUTE, server: 10 * ONE_SECOND };
const RETRIES = { base: ONE_SECOND, longest: 15 * ONE_SECOND };

/** Prevents queries from changing data or settings, including this one. */
const READ_ONLY = { readonly: "1" } as const;

/**
 * Limits of a query; the embedded engine starts with the same one. Memory is limited by the user's profile.
 */
const LIMITS = { max_execution_time: 30 };
/**
 * A stream has complete rows; with the engine's default, tens of thousands of them at a time would not fit into its
 * memory.
 */
const FEW_ROWS_AT_ONCE = { max_threads: 1, max_block_size: "8192" } as const;
/** By default, a server continues abandoned queries. */
const STOPS_WITH_CONNECTION = { cancel_http_readonly_queries_on_client_close: 1 } as const;

/** An event store that may still be starting. */
export interface StartingEventStore {
  /** Has no URL before it has started. Queries wait for a while, then fail with an {@link EventStoreUnavailableError}. */
  eventStore: EventStore;
  /** Rejects if it cannot be used, or if it cannot be reached, unless the start is patient. */
  started: Promise<void>;
}

/** Starts the store, then applies schema migrations and retention. @throws when it cannot be reached or opened. */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { eventStore, started } = openEventStore(options);
  await started;
  return eventStore;
}

/** Like {@link startEventStore}, without waiting. */
export function openEventStore(options: EventStoreOptions): StartingEventStore {
  let embedded: EmbeddedEvents | null = null;
  let state: "starting" | "unreachable" | "started" = "starting";
  const stopping = new AbortController();
  const currentUrl = () => options.clickhouseUrl ?? embedded?.url() ?? null;
  const url = () => (state === "started" ? currentUrl() : null);
  const ca = options.clickhouseCa ?? null;
  const currentClient = watchUrl(currentUrl, ca);
  let contracting = Promise.resolve();

  const open = async () => {
    if (!options.clickhouseUrl) embedded ??= await startEmbeddedEvents(options);
    const isLeft = await prepareEvents(currentUrl(), options, stopping.signal);
    state = "started";
    if (isLeft) contracting = contractEvents(currentUrl, options, stopping.signal);
  };
  const start = async () => {
    for (let failures = 1; state !== "started"; failures++) {
      try {
        await open();
      } catch (error) {
        if (stopping.signal.aborted || !options.isPatient || !mayPass(error))
          throw options.clickhouseUrl ? explainEventStoreError(error) : error;
        options.log.warn({ err: error }, `${explainEventStoreError(error).message} Trying again.`);
        state = "unreachable";
        await sleep(backoffDelay(failures, RETRIES), undefined, { signal: stopping.signal });
      }
    }
  };
  const started = start();
  // Queries also get the error.
  started.catch(() => undefined);
  const stopped = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener("abort", () => reject(new EventStoreUnavailableError()));
  });
  stopped.catch(() => undefined);
  const clientOf = async () => {
    if (state === "unreachable") throw new EventStoreUnavailableError();
    if (state === "starting")
      await Promise.race([
        within(options.clickhouseUrl ? START_WAIT.server : START_WAIT.embedded, started),
        stopped,
      ]);
    return currentClient();
  };

  const settings = <Overrides extends ClickHouseSettings>(overrides: Overrides) => ({
    ...READ_ONLY,
    ...overrides,
    ...(!embedded && STOPS_WITH_CONNECTION),
  });

  let pinging: Promise<boolean> | null = null;
  const eventStore: EventStore = {
    url,
    ...writeWith(clientOf),
    async query<Row>(sql: string, params: Record<string, unknown> = {}, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const client = await clientOf();
      const id = randomUUID();
      const read = {
        // Closing the connection does not stop the embedded engine, and it has no IDs.
        query: signal && embedded ? `${sql} /* ${id} */` : sql,
        query_id: id,
        query_params: params,
        clickhouse_settings: settings(LIMITS),
        format: "JSONEachRow",
        ...(signal ? { abort_signal: signal } : {}),
      } as const;
      const stop = () => {
        if (embedded)
          killQuery(client, id).catch((error) => options.log.warn({ err: error }, "Failed to stop a query."));
      };
      signal?.addEventListener("abort", stop, { once: true });
      try {
        const result = await client.query(read);
        return await result.json<Row>();
      } catch (error) {
        // The client's own error does not tell who aborted.
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    },
    async streamLines(sql) {
      const client = await clientOf();
      const { stream } = await client.exec({
        query: `${sql} FORMAT JSONEachRow`,
        query_id: randomUUID(),
        clickhouse_settings: settings({
          wait_end_of_query: 0,
          max_execution_time: 0,
          ...(embedded && FEW_ROWS_AT_ONCE),
        }),
      });
      return pipeline(stream, checkLines(), () => undefined);
    },
    async command(sql, params = {}) {
      const limits = embedded
        ? {}
        : { clickhouse_settings: { max_execution_time: REQUEST_TIMEOUT / ONE_SECOND } };
      await (await clientOf()).command({ query: sql, query_params: params, ...limits });
    },
    ping() {
      // A ping without a response keeps its connection, so only one is sent at a time.
      pinging ??= pingWith(clientOf).finally(() => {
        pinging = null;
      });
      return within(PING_TIMEOUT, pinging).catch(() => false);
    },
    async stop() {
      stopping.abort();
      await Promise.all([contracting, currentClient.close()]);
      await embedded?.stop();
    },
  };
  return { eventStore, started };
}

/** Stops the query that has `tag` in a comment. The embedded engine never returns from a synchronous `KILL QUERY`. */
async function killQuery(client: ClickHouseClient, tag: string): Promise<void> {
  await client.command({
    query: "KILL QUERY WHERE position(query, {tag:String}) > 0 AND NOT startsWith(query, 'KILL') ASYNC",
    query_params: { tag },
  });
}

/** ClickHouse's errors about an address, a user or a database that someone has to fix. */
const SETTING_ERRORS = ["AUTHENTICATION_FAILED", "ACCESS_DENIED", "UNKNOWN_DATABASE", "REQUIRED_PASSWORD"];

const FATAL = [
  NewerDataError,
  InterruptedRestoreError,
  ChangedMigrationError,
  EventsFolderInUseError,
  EventStoreError,
];

/** What is wrong with the server, for the operator. */
export function explainEventStoreError(error: unknown): Error {
  const isFatal = FATAL.some((each) => error instanceof each);
  if (isFatal && error instanceof Error) return error;
  const advice =
    certificateAdvice(error, "CLICKHOUSE_CA_FILE") ??
    `${describeInsertError(error)} Check that it's running and that the address, user, password and database are correct.`;
  return new EventStoreError(`CLICKHOUSE_URL: the ClickHouse server cannot be used. ${advice}`, error);
}

/** Whether a failed start may succeed later without changes. */
function mayPass(error: unknown): boolean {
  if (error instanceof ClickHouseError)
    return !SETTING_ERRORS.includes(clickHouseErrorName(error.code) ?? "");
  if (certificateAdvice(error, "") !== null) return false;
  return !FATAL.some((each) => error instanceof each);
}

/** Waits for a task, but not longer than this. @throws {EventStoreUnavailableError} after that. */
async function within<Result>(time: Milliseconds, task: Promise<Result>): Promise<Result> {
  const tooLong = sleep(time, undefined, { ref: false }).then(() => {
    throw new EventStoreUnavailableError();
  });
  return Promise.race([task, tooLong]);
}

/** Writes to a running store. @param url see {@link EventStore.url}; called before each block. @param ca see {@link EventStoreOptions}. */
export function connectEventWriter(url: () => Promise<string | null>, ca: string | null): EventWriter {
  return writeWith(watchUrl(url, ca));
}

function writeWith(clientOf: () => Promise<ClickHouseClient>): EventWriter {
  const insertLines: InsertLines = async (table, lines, token) => {
    const client = await clientOf();
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} FORMAT JSONEachRow`,
      values: Readable.from(lines, { objectMode: false }),
      clickhouse_settings: {
        insert_deduplication_token: token,
        date_time_input_format: "best_effort",
        // A server's default of 1 would merge rows of several blocks, and not detect a repeated one.
        async_insert: 0,
      },
    });
    // The connection is free only once its response has been read.
    await finished(stream.resume());
  };
  return {
    insertLines,
    async insert(table, rows, token) {
      if (rows.length === 0) return;
      const lines = rows.map((row) => `${toWellFormedJson(row)}\n`).join("");
      await insertLines(table, [Buffer.from(lines)], token);
    },
  };
}

async function pingWith(clientOf: () => Promise<ClickHouseClient>): Promise<boolean> {
  try {
    return (await (await clientOf()).ping({ select: true })).success;
  } catch {
    return false;
  }
}
