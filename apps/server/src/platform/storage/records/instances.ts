import { randomUUID } from "node:crypto";
import { type Json, type Milliseconds, ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import { and, asc, eq, lt, not, sql } from "drizzle-orm";
import type { RecordsDatabase } from "./records.ts";
import { instances } from "./tables.ts";

/** A server that uses the record store, with its own facts. */
export interface InstanceIdentity {
  /** ID of its data folder, which is the same after a restart. */
  folder: string;
  host: string;
  pid: number;
  /** As in package.json. */
  version: string;
  build: string;
  /** The latest migrations known to it: milliseconds since the epoch, and the number of the event store's. */
  recordsMigration: number;
  eventsMigration: number;
}

/** Facts that the record store cannot determine. */
export type InstanceFacts = Omit<InstanceIdentity, "recordsMigration">;

export interface Instance extends InstanceIdentity {
  id: number;
  startedAt: Date;
  heartbeatAt: Date;
  /** When it was stopped; null while it runs, and for one that was killed. */
  endedAt: Date | null;
  /**
   * Whether it holds its lock, or has sent a heartbeat within a minute, because the connection of a running one may be lost for a
   * while.
   */
  isRunning: boolean;
  /** Its report in the last heartbeat; null before the first one. */
  report: Json;
}

/** Class of the advisory locks held by running instances, each with its ID. */
const LOCK_CLASS = 1_768_715;
const KEPT: Milliseconds = 7 * ONE_DAY;

/** Six heartbeats. */
const ALIVE: Milliseconds = ONE_MINUTE;

const isHeld = sql<boolean>`exists (
  select 1 from pg_locks where locktype = 'advisory' and classid = ${sql.raw(String(LOCK_CLASS))} and objid = ${instances.id} and granted
    and database = (select oid from pg_database where datname = current_database()))`;

const isRunning = sql<boolean>`(${isHeld} or (${instances.endedAt} is null and ${instances.heartbeatAt} > now() - make_interval(secs => ${ALIVE / 1000})))`;

/**
 * Adds the instance, or replaces the previous one on its folder. Removes those that ended long ago.
 * @returns its ID.
 */
export async function registerInstance(db: RecordsDatabase, identity: InstanceIdentity): Promise<number> {
  const now = sql`now()`;
  await db
    .delete(instances)
    .where(and(lt(instances.heartbeatAt, sql`now() - make_interval(secs => ${KEPT / 1000})`), not(isHeld)));
  // A copy of another running instance's data folder is a separate instance.
  const [other] = await db
    .select({ id: instances.id })
    .from(instances)
    .where(and(eq(instances.folder, identity.folder), isHeld));
  const folder = other ? randomUUID() : identity.folder;
  const started = { ...identity, folder, startedAt: now, heartbeatAt: now, endedAt: null, report: null };
  const [row] = await db
    .insert(instances)
    .values(started)
    .onConflictDoUpdate({ target: instances.folder, set: started })
    .returning({ id: instances.id });
  if (!row) throw new Error("The instance was not stored.");
  return row.id;
}

/**
 * The statement with which a session marks an instance as running until the session ends. Its `held` is whether
 * that succeeded.
 */
export function holdStatement(id: number): string {
  return `SELECT pg_try_advisory_lock(${LOCK_CLASS}, ${id}) AS held`;
}

/** Instances in order of their first start. */
export function listInstances(db: RecordsDatabase): Promise<Instance[]> {
  const { id, folder, host, pid, version, build, recordsMigration, eventsMigration } = instances;
  const { startedAt, heartbeatAt, endedAt, report } = instances;
  return db
    .select({
      id,
      folder,
      host,
      pid,
      version,
      build,
      recordsMigration,
      eventsMigration,
      startedAt,
      heartbeatAt,
      endedAt,
      report,
      isRunning,
    })
    .from(instances)
    .orderBy(asc(id)) as Promise<Instance[]>;
}

/** Stores an instance's current report. */
export async function noteHeartbeat(db: RecordsDatabase, id: number, report: Json): Promise<void> {
  await db.update(instances).set({ heartbeatAt: sql`now()`, report }).where(eq(instances.id, id));
}

export async function noteEnd(db: RecordsDatabase, id: number): Promise<void> {
  await db.update(instances).set({ endedAt: sql`now()` }).where(eq(instances.id, id));
}

/** An instance for the operator: "web-1 (0.1.0, build 3f2a, process 4242)", for the operator. */
export function describeInstance({ host, version, build, pid }: InstanceIdentity): string {
  return `${host} (${version}, build ${build}, process ${pid})`;
}
