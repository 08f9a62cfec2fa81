import type { Change, ChangeQuery, ChangesResponse, Role } from "@marquee/contract/schema";
import { and, desc, eq, inArray, lt, max, ne, or, type SQL } from "drizzle-orm";
import { RECORDING_KEY } from "../../recordingSettings/recordingSettingsStore.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { changes } from "../../storage/records/schema.ts";

export type StoredChange = typeof changes.$inferSelect;

const PAGE_SIZE = 50;
/**
 * Changes that can be reverted by restoring the previous value. Starting and stopping are undone by the
 * opposite step.
 */
const REVERSIBLE = new Set(["created", "changed", "archived", "reverted", "shipped"]);
const REVERSIBLE_OF_EXPERIMENTS = new Set(["changed", "reverted"]);

/** Account changes that everyone can see under People too. The rest would show others whom to attack. */
const PUBLIC_OF_ACCOUNTS = ["invited", "withdrawn", "joined", "changed", "removed"];

interface Reader {
  email: string;
  role: Role;
}

/** A page of the audit log as somebody may see it, newest first. */
export async function readChanges(
  db: RecordsDatabase,
  reader: Reader,
  { entity, key, before }: ChangeQuery,
): Promise<ChangesResponse> {
  const rows = await db
    .select()
    .from(changes)
    .where(
      and(
        entity && eq(changes.entity, entity),
        key ? eq(changes.key, key) : undefined,
        before === undefined ? undefined : lt(changes.id, before),
        isShownTo(reader),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(PAGE_SIZE + 1);
  const latest = await readLatest(db);
  const shown = rows.slice(0, PAGE_SIZE);
  return {
    changes: shown.map((row) => describe(row, latest.has(row.id))),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Owners see everything, others of accounts only their own security. */
function isShownTo({ email, role }: Reader): SQL | undefined {
  if (role === "owner") return undefined;
  return or(
    ne(changes.entity, "account"),
    eq(changes.key, email),
    inArray(changes.action, PUBLIC_OF_ACCOUNTS),
  );
}

/** Ids of the latest change of each thing: only that one can be taken back without taking back others. */
async function readLatest(db: RecordsDatabase): Promise<Set<number>> {
  const rows = await db
    .select({ id: max(changes.id) })
    .from(changes)
    .groupBy(changes.entity, changes.key);
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
}

function describe({ at, ...row }: StoredChange, isLatest: boolean): Change {
  return { ...row, at: at.getTime(), isReversible: isLatest && isRevertible(row) };
}

/** Whether such a change can be taken back while it is the latest. Of an experiment, how it was written down, once it was there. */
export function isRevertible({
  entity,
  key,
  action,
  before,
}: Pick<StoredChange, "entity" | "key" | "action" | "before">): boolean {
  if (entity === "recording") return key === RECORDING_KEY;
  if (entity === "experiment") return before !== null && REVERSIBLE_OF_EXPERIMENTS.has(action);
  return entity === "flag" && REVERSIBLE.has(action);
}
