import { setFlagsFromString } from "node:v8";
import { PGlite, type QueryOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { sql } from "drizzle-orm";
import { drizzle, type PgliteDatabase } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { InterruptedRestoreError } from "../../errors/interruptedRestoreError.ts";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import { diskFullError } from "../disk.ts";
import { FolderLockedError, lockFolder } from "../folderLock.ts";
import { copyPreparedStore } from "../preparedStore.ts";
import { findChangedTables, markCompacted } from "./changedTables.ts";
import { holdStatement, type InstanceIdentity, noteEnd, registerInstance } from "./instances.ts";
import { migrateRecords } from "./migrateRecords.ts";
import type { OpenedRecords } from "./records.ts";
import { storableValues } from "./storableValues.ts";

type EmscriptenOptions = Parameters<NodeFS["init"]>[1];

type SetAttributes = (target: unknown, attributes: { mode?: number }) => void;

/** Emscripten's file operations, which are missing from its types. */
interface NodeOperations {
  node_ops: { setattr: SetAttributes };
  stream_ops: { setattr: SetAttributes };
}

/**
 * PGlite's folder on disk, with files that other users cannot access. Emscripten sets the mode of each file to 0666 after creating
 * it, which a umask does not prevent.
 */
class PrivateNodeFS extends NodeFS {
  override init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS["init"]> {
    const restrict: NonNullable<EmscriptenOptions["preRun"]>[number] = (module) => {
      const { node_ops, stream_ops } = (module as unknown as { NODEFS: NodeOperations }).NODEFS;
      for (const operations of [node_ops, stream_ops]) operations.setattr = withoutOthers(operations.setattr);
    };
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), restrict] });
  }
}

/**
 * V8's budget before it optimizes a function of the database; eleven times V8's default. With the default, a start optimizes hundreds of
 * functions, which takes 20% of its processor time. Later queries take the same time either way.
 */
const TIERING_BUDGET = 20_000_000;

interface EmbeddedOptions {
  folder: string;
  /** The server that uses it; null for tools. */
  identity: InstanceIdentity | null;
  migrationsFolder: string;
  /** Cluster that a new folder starts with; null to create one. */
  preparedFolder: string | null;
  /** ID of the backup that is being restored; null otherwise. */
  restoring: string | null;
}

/**
 * Locks the folder and opens PGlite on it.
 * @throws {RecordsError} when another process uses the folder or it cannot be opened. @throws {DiskFullError} when that is because the disk is full.
 */
export async function openEmbedded({
  folder,
  identity,
  migrationsFolder,
  preparedFolder,
  restoring,
}: EmbeddedOptions): Promise<OpenedRecords> {
  return openFolder(folder, preparedFolder, async ({ client, db, close }) => {
    await migrateRecords(db, { migrationsFolder, restoring, folder: identity?.folder ?? null }, () =>
      migrate(db, { migrationsFolder }),
    );
    const instance = identity && (await registerInstance(db, identity));
    if (instance !== null) await db.execute(sql.raw(holdStatement(instance)));
    return {
      db,
      instanceId: () => instance,
      isOpen: () => true,
      opened: Promise.resolve(),
      listen: (channel, onNotify) => client.listen(channel, onNotify),
      // The folder is locked.
      alone: (task) => task(new AbortController().signal),
      async compact(tables) {
        await client.query("select pg_stat_force_next_flush()");
        const query = async <Row>(text: string) => (await client.query<Row>(text)).rows;
        for (const { table, mark } of await findChangedTables(query, tables)) {
          await client.exec(`vacuum (full) "${table}"`);
          await client.exec(markCompacted(table, mark));
        }
        // Otherwise, finished log segments would be kept for reuse.
        await client.exec("set wal_recycle = off");
        try {
          await client.exec("select pg_switch_wal()");
          await client.exec("checkpoint");
        } finally {
          await client.exec("reset wal_recycle");
        }
        return [];
      },
      async close() {
        if (instance !== null) await noteEnd(db, instance).catch(() => undefined);
        await close();
      },
    };
  });
}

interface OpenFolder {
  client: PGlite;
  db: PgliteDatabase;
  close(): Promise<void>;
}

/**
 * Locks the folder and opens PGlite on it, whatever its schema.
 * @param use runs first; if it fails, the folder is closed. @throws like {@link openEmbedded}.
 */
export async function openFolder<Result>(
  folder: string,
  preparedFolder: string | null,
  use: (opened: OpenFolder) => Promise<Result>,
): Promise<Result> {
  const release = await lock(folder);
  try {
    if (preparedFolder) copyPreparedStore(preparedFolder, folder);
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
    const client = await PGlite.create({ fs: new PrivateNodeFS(folder) });
    adjustQueries(client);
    return await use({
      client,
      db: drizzle(client),
      async close() {
        await client.close();
        await release();
      },
    });
  } catch (error) {
    await release();
    if (error instanceof NewerDataError || error instanceof InterruptedRestoreError) throw error;
    // Checked first, because on a full disk, PGlite only reports that it aborted.
    throw (
      diskFullError(folder, error) ??
      new RecordsError(
        `The records in ${folder} cannot be opened (${errorMessage(error)}). Restore that folder from a backup, or set DATA_DIR to another one.`,
        error,
      )
    );
  }
}

/**
 * Makes parameters storable, and options cheap: Drizzle passes the same parsers with every query, and PGlite copies its own, hundreds of them, to add those:
 * 10% of the server's processor time in tests. After this, they are added to the client's own with the first query.
 */
function adjustQueries(client: PGlite): void {
  let isMerged = false;
  const withoutParsers = ({ parsers, ...options }: QueryOptions = {}) => {
    if (!isMerged && parsers) Object.assign(client.parsers, parsers);
    isMerged ||= parsers !== undefined;
    return options;
  };
  const adjust =
    (query: PGlite["query"]): PGlite["query"] =>
    (text, values, options) =>
      query(text, values && storableValues(values), withoutParsers(options));
  client.query = adjust(client.query.bind(client));
  const transaction = client.transaction.bind(client);
  client.transaction = (run) => transaction((tx) => run(Object.assign(tx, { query: adjust(tx.query) })));
}

async function lock(folder: string): Promise<() => Promise<void>> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    const message =
      error instanceof FolderLockedError
        ? "Another server is using the data folder. Stop it, or set DATA_DIR to another folder."
        : `The data folder cannot be locked for this server (${errorMessage(error)}).`;
    throw new RecordsError(message, error);
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withoutOthers(setAttributes: SetAttributes): SetAttributes {
  return (target, attributes) => {
    const { mode } = attributes;
    setAttributes(target, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 });
  };
}
