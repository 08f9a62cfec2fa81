import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { type Milliseconds, ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { Retention } from "../../config/recordedRetention.ts";
import { toWellFormedJson } from "../wellFormedJson.ts";
import { type EmbeddedEvents, startEmbeddedEvents } from "./chdb/supervisor.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import type { MigrationContext } from "./migrations/migration.types.ts";
import { applyRetention } from "./retention.ts";

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
  /** URL of the store, with its credentials; null while the embedded engine restarts, which changes it. */
  url(): string | null;
  /**
   * Runs a read-only query. @param params bound to `{name:Type}` in `sql`. @param signal stops the query in the store when aborted.
   * @throws when the store is unavailable, the query takes over 30 s, or the statement would change data or settings.
   */
  query<Row>(sql: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<Row[]>;
  /**
   * Streams the rows of a read-only query as JSON, one per line, however many there are. An error breaks the stream off.
   * @throws as {@link query} does, except for its time limit.
   */
  streamLines(sql: string): Promise<Readable>;
  /** Runs a statement that returns no rows. */
  command(sql: string, params?: Record<string, unknown>): Promise<void>;
  ping(): Promise<boolean>;
  stop(): Promise<void>;
}

interface EventStoreOptions extends Retention {
  dataDir: string;
  /** URL of a ClickHouse server; null for the embedded engine. */
  clickhouseUrl: string | null;
  /** Site of events that an earlier version stored without one. */
  site: MigrationContext["site"];
  processEntry: string;
  execArgv: string[];
  /** Data folder from the build that a new embedded store starts with; if absent, it creates its schema itself. */
  preparedFolder?: string | null;
  /** A backup is being restored, whose schema ends with this migration; nothing of it expires meanwhile. */
  restoring?: { migration: number };
  /** Called each time that the process of an embedded store has been launched; it takes a while until it is ready. */
  onLaunch?: () => void;
  log: Logger;
}

/** The embedded store is down and restarting. */
export class EventStoreUnavailableError extends Error {
  override name = "EventStoreUnavailableError";
  override message = "The event store is unavailable; restarting it.";
}

/** Reconciling relies on it: no row becomes visible later than this after its `inserted_at`. */
export const REQUEST_TIMEOUT: Milliseconds = 35 * ONE_SECOND;
const MIGRATION_TIMEOUT: Milliseconds = ONE_DAY;
const PING_TIMEOUT: Milliseconds = 2 * ONE_SECOND;

/** Prevents queries from changing data or settings, this one included. */
const READ_ONLY = { readonly: "1" } as const;

/** Options for every client. Its own logging is off because the callers log errors. */
const CLIENT_OPTIONS = {
  request_timeout: REQUEST_TIMEOUT,
  max_open_connections: 16,
  log: { level: ClickHouseLogLevel.OFF },
};

/** An event store that may still be starting. */
export interface StartingEventStore {
  /** Has no URL before it has started; what is asked of it waits until then. */
  eventStore: EventStore;
  /** Rejects when it cannot be reached or opened. */
  started: Promise<void>;
}

/** Starts the store, then applies schema migrations and retention. @throws when it cannot be reached or opened. */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { eventStore, started } = openEventStore(options);
  await started;
  return eventStore;
}

/** As {@link startEventStore}, without waiting. */
export function openEventStore(options: EventStoreOptions): StartingEventStore {
  let embedded: EmbeddedEvents | null = null;
  let isStarted = false;
  const currentUrl = () => options.clickhouseUrl ?? embedded?.url() ?? null;
  const url = () => (isStarted ? currentUrl() : null);
  const currentClient = watchUrl(currentUrl);

  const start = async () => {
    if (!options.clickhouseUrl) embedded = await startEmbeddedEvents(options);
    await migrateAll(currentUrl(), options);
    if (!options.restoring) await applyRetention(await currentClient(), options);
    isStarted = true;
  };
  const started = start();
  // Whoever asks something of the store gets the error, too.
  started.catch(() => undefined);
  const clientOf = async () => {
    await started;
    return currentClient();
  };

  const eventStore: EventStore = {
    url,
    ...writeWith(clientOf),
    async query<Row>(sql: string, params: Record<string, unknown> = {}, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const client = await clientOf();
      const tag = signal ? randomUUID() : null;
      const read = {
        query: tag ? `${sql} /* ${tag} */` : sql,
        query_params: params,
        clickhouse_settings: READ_ONLY,
        format: "JSONEachRow",
        ...(signal ? { abort_signal: signal } : {}),
      } as const;
      // Closing the connection does not stop the embedded engine.
      const stop = () =>
        tag &&
        killQuery(client, tag).catch((error) => options.log.warn({ err: error }, "Failed to stop a query."));
      signal?.addEventListener("abort", stop, { once: true });
      try {
        const result = await client.query(read);
        return await result.json<Row>();
      } catch (error) {
        // The client's own error does not say who aborted.
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
        clickhouse_settings: { ...READ_ONLY, wait_end_of_query: 0, max_execution_time: 0 },
      });
      return stream;
    },
    async command(sql, params = {}) {
      await (await clientOf()).command({ query: sql, query_params: params });
    },
    ping: () => pingWithin(clientOf),
    async stop() {
      await currentClient.close();
      await embedded?.stop();
    },
  };
  return { eventStore, started };
}

/** Stops the query that has `tag` in a comment. The embedded engine has no query IDs, and never returns from a synchronous `KILL QUERY`. */
async function killQuery(client: ClickHouseClient, tag: string): Promise<void> {
  await client.command({
    query: "KILL QUERY WHERE position(query, {tag:String}) > 0 AND NOT startsWith(query, 'KILL') ASYNC",
    query_params: { tag },
  });
}

async function migrateAll(
  url: string | null,
  { site, restoring, log }: Pick<EventStoreOptions, "site" | "restoring" | "log">,
): Promise<void> {
  if (!url) throw new EventStoreUnavailableError();
  const client = createClient({ ...CLIENT_OPTIONS, request_timeout: MIGRATION_TIMEOUT, url });
  try {
    const latest = restoring?.migration ?? Number.POSITIVE_INFINITY;
    await migrate({ client, migrations: MIGRATIONS.filter(({ number }) => number <= latest), site, log });
  } finally {
    await client.close();
  }
}

/** Writes to a running store. @param url see {@link EventStore.url}; called before each block. */
export function connectEventWriter(url: () => Promise<string | null>): EventWriter {
  return writeWith(watchUrl(url));
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
        // A server's default of 1 would gather rows of several blocks, and not recognize a repeated one.
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

/** Keeps one client for the current URL, which changes with each restart of the embedded engine. */
function watchUrl(currentUrl: () => string | null | Promise<string | null>): {
  (): Promise<ClickHouseClient>;
  close(): Promise<void>;
} {
  let open: { url: string; client: ClickHouseClient } | null = null;
  const clientOf = async () => {
    const url = await currentUrl();
    if (!url) throw new EventStoreUnavailableError();
    if (open?.url === url) return open.client;
    open?.client.close().catch(() => undefined);
    open = { url, client: createClient({ ...CLIENT_OPTIONS, url }) };
    return open.client;
  };
  return Object.assign(clientOf, {
    close: async () => {
      await open?.client.close();
    },
  });
}

async function pingWithin(clientOf: () => Promise<ClickHouseClient>): Promise<boolean> {
  try {
    const client = await clientOf();
    const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, PING_TIMEOUT, false));
    return await Promise.race([client.ping({ select: true }).then(({ success }) => success), timeout]);
  } catch {
    return false;
  }
}
