import type { Json } from "@marquee/contract";
import type { StoredRecord } from "@marquee/contract/schema";
import { and, asc, eq, not, sql } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase, Transaction } from "../storage/records/records.ts";
import {
  columnOf,
  hasColumn,
  insertRow,
  isUniqueViolation,
  type Reader,
  selectRows,
  updateRow,
} from "./statements.ts";
import type {
  Author,
  Change,
  Declaration,
  Edit,
  Key,
  StoredChange,
  VersionedRecord,
  VersionedRow,
} from "./versionedRecord.types.ts";

/** The operations on a kind of record, from its declaration. */
export function versionedRecord<
  Row extends VersionedRow,
  Definition extends object,
  State = StoredRecord<Definition>,
  By extends Author = Author,
>(record: Declaration<Row, Definition, State, By>): VersionedRecord<Row, Definition, State, By> {
  const { table, end, columnsOf, definitionOf, isReadable = () => true } = record;
  const keyColumn = columnOf(table, record.key);
  const hasKey = (key: Key) => eq(keyColumn, keyColumn.dataType === "number" ? Number(key) : key);
  const isEnded = (definition: Definition) => end !== undefined && definition[end.flag] === true;

  function stateOf(row: Row): State {
    const { revision, updatedAt, updatedBy } = row;
    // Only the Site may have no time yet, which its type declares.
    const times = { updatedAt: updatedAt?.getTime() ?? 0, updatedBy };
    const stored = { id: Number(row[record.key]), definition: definitionOf(row), revision, ...times };
    // Without `stateOf`, this is the state; TypeScript can't infer that.
    return record.stateOf ? record.stateOf(row, stored) : (stored as State);
  }

  async function list(db: Reader) {
    const rows = await selectRows(db, table, {
      where: end?.action === "deleted" ? not(end.isEnded) : undefined,
      order: [
        ...(end?.action === "archived" ? [asc(end.isEnded)] : []),
        ...(record.order ?? [asc(keyColumn)]),
      ],
      limit: record.limit,
    });
    return {
      states: rows.filter(isReadable).map(stateOf),
      unreadable: rows.filter((row) => !isReadable(row)),
    };
  }

  async function findRow(db: Reader, key: Key): Promise<Row | null> {
    const [row] = await selectRows(db, table, { where: hasKey(key) });
    return row ?? null;
  }

  async function find(db: Reader, key: Key): Promise<State> {
    const row = await findRow(db, key);
    if (!row || !isReadable(row)) throw missing();
    return stateOf(row);
  }

  async function revisionOf(db: Reader, key: Key): Promise<number> {
    const row = await findRow(db, key);
    if (!row && !record.untouched) throw missing();
    return row?.revision ?? 0;
  }

  async function create(db: RecordsDatabase, definition: Definition, author: By): Promise<State> {
    return stateOf(await db.transaction((tx) => insert(tx, definition, author)));
  }

  async function insert(tx: Transaction, definition: Definition, author: By): Promise<Row> {
    const created = { createdAt: new Date(author.now), createdBy: author.actor };
    const row = await insertRow(tx, table, {
      ...(await columnsOf(definition, { tx, before: null, author })),
      ...(hasColumn(table, "createdAt") && created),
      ...stamp(author, 1),
    });
    // The index decides, so only one of two concurrent requests gets the name.
    if (!row) throw await nameTaken(tx, definition);
    await addToHistory(tx, { before: null, row, author });
    return row;
  }

  async function change(db: RecordsDatabase, edit: Edit<Definition>, author: By, action?: string) {
    try {
      return stateOf(await db.transaction((tx) => write(tx, edit, author, action)));
    } catch (error) {
      throw record.nameOf && isUniqueViolation(error) ? await nameTaken(db, edit.definition) : error;
    }
  }

  async function write(tx: Transaction, edit: Edit<Definition>, author: By, action?: string): Promise<Row> {
    const { key, revision, definition } = edit;
    const stored = await findRow(tx, key);
    if (!stored && (revision > 0 || !record.untouched)) throw missing();
    const columns = await columnsOf(definition, { tx, before: stored, author });
    const values = { ...columns, ...stamp(author, revision + 1) };
    // The statement itself compares the revision, so two concurrent edits cannot both succeed.
    const isCurrent = and(hasKey(key), eq(columnOf(table, "revision"), revision));
    const row = stored
      ? await updateRow(tx, table, values, isCurrent)
      : await insertRow(tx, table, { [record.key]: key, ...values });
    if (!row) throw conflict(record.noun, await findRow(tx, key));
    const before = stored ? definitionOf(stored) : (record.untouched?.(key, author) ?? null);
    await addToHistory(tx, { before, row, author }, action);
    return row;
  }

  async function revert(
    db: RecordsDatabase,
    { key, before, after }: Pick<StoredChange, "key" | "before" | "after">,
    revision: number,
    author: By,
  ): Promise<State> {
    const definition = definitionIn<Definition>(before) ?? ended(definitionIn<Definition>(after));
    return change(db, { key, revision, definition }, author, "reverted");
  }

  function ended(definition: Definition | null): Definition {
    if (!definition || !end) throw new ApiError("bad_request", "There is no earlier version to go back to.");
    return { ...definition, [end.flag]: true };
  }

  async function addToHistory(
    tx: Transaction,
    { before, row, author }: { before: Definition | null; row: Row; author: By },
    action?: string,
  ): Promise<void> {
    if (record.entity === null) return;
    const after = definitionOf(row);
    await recordChange(tx, {
      at: author.now,
      actor: author.actor,
      entity: typeof record.entity === "function" ? record.entity(after) : record.entity,
      key: record.historyKey ?? String(row[record.key]),
      action: action ?? actionOf({ before, after, author }),
      ...((await record.recorded?.({ tx, before, after, author })) ?? { before, after }),
    });
  }

  function actionOf({ before, after, author }: Change<Definition, By>): string {
    if (end && before && isEnded(before) !== isEnded(after)) return isEnded(after) ? end.action : "restored";
    return record.actionOf?.({ before, after, author }) ?? (before ? "changed" : "created");
  }

  function missing(): ApiError {
    const sentence = `${record.noun.replace(/^t/, "T")} does not exist.`;
    return new ApiError("not_found", record.missing ?? sentence);
  }

  async function nameTaken(db: Reader, definition: Definition): Promise<ApiError> {
    const name = record.nameOf?.(definition) ?? "";
    const where = eq(sql`lower(${columnOf(table, "name")})`, sql`lower(${name})`);
    const [other] = await selectRows(db, table, { where });
    const kind = record.noun.replace(/^this /, "");
    return new ApiError(
      "conflict",
      other && isEnded(definitionOf(other))
        ? `An ${end?.action} ${kind} is named ${name}. Restore it, or choose another name.`
        : `Another ${kind} is named ${name}. Choose another name.`,
    );
  }

  return { list, find, findRow, stateOf, revisionOf, create, insert, change, write, revert };
}

const stamp = ({ actor, now }: Author, revision: number) => ({
  revision,
  updatedAt: new Date(now),
  updatedBy: actor,
});

/** A definition in the change history. The cast is safe because only a record's own writes are in the history under its name, with its definitions. */
export const definitionIn = <Definition>(recorded: Json | null): Definition | null =>
  recorded as Definition | null;

/** The error for a conflict. @param row the currently stored record. */
export function conflict(noun: string, row: VersionedRow | null): ApiError {
  const at = row?.updatedAt ? ` at ${row.updatedAt.toISOString()}` : "";
  const who = row?.updatedBy ?? "Someone";
  return new ApiError("conflict", `${who} changed ${noun}${at}. Review their change, then save again.`);
}

/** The stored form of a name. */
export const tidyName = (name: string): string => name.trim().replace(/\s+/g, " ");
