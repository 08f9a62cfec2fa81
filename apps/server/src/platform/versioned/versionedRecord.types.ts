import type { Timestamp } from "@marquee/contract";
import type { ChangeEntity, StoredRecord } from "@marquee/contract/schema";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ChangeRecord } from "../storage/records/changeLog.ts";
import type { RecordsDatabase, Transaction } from "../storage/records/records.ts";
import type { changes } from "../storage/records/tables.ts";
import type { Reader, TableOf } from "./statements.ts";

/** Who changes a record, and when. */
export interface Author {
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
}

/** Columns that every versioned record has. */
export interface VersionedRow {
  /** Increases with each change. */
  revision: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

export type Key = string | number;

export type StoredChange = typeof changes.$inferSelect;

/** The state that a write is based on. */
export interface Writing<Row, By extends Author = Author> {
  tx: Transaction;
  /** Null for a new record. */
  before: Row | null;
  author: By;
}

/** A change as a record sees it; `before` is null if there was nothing. */
export interface Change<Definition, By extends Author = Author> {
  before: Definition | null;
  after: Definition;
  author: By;
}

/**
 * The declaration of a kind of record.
 * @template Definition type that an editor writes.
 * @template State type that a reader gets.
 * @template By the author, with further data for the record's checks.
 */
export interface Declaration<Row extends VersionedRow, Definition extends object, State, By extends Author> {
  /** In the change history; null for a record without one. */
  entity: ChangeEntity | ((definition: Definition) => ChangeEntity) | null;
  /** Noun in sentences, such as "this goal". */
  noun: string;
  table: TableOf<Row>;
  /** Its primary key. */
  key: keyof Row & string;
  /**
   * Checks a definition and converts it to columns, including other changes in the same row.
   * @throws {ApiError} that explains the problem.
   */
  columnsOf(definition: Definition, writing: Writing<Row, By>): Partial<Row> | Promise<Partial<Row>>;
  definitionOf(row: Row): Definition;
  /** The state for readers, if it has more than the common fields. */
  stateOf?(row: Row, stored: StoredRecord<Definition>): State;
  /** For a record that exists before it is first saved, at revision 0: its definition until then; null for a new one. */
  untouched?(key: Key, author: By): Definition | null;
  /** How it ends. Archived records are listed last, deleted ones are not listed. */
  end?: {
    action: "archived" | "deleted";
    flag: keyof Definition & ("isArchived" | "isDeleted");
    /** The flag in the store. */
    isEnded: SQLWrapper;
  };
  /** For a record whose names are unique, ignoring case. An index on the column `name` enforces it. */
  nameOf?(definition: Definition): string;
  /** The action in the history of a change that neither ends nor restores the record; "changed" by default. */
  actionOf?(change: Change<Definition, By>): string;
  /** The recorded form of a change; by default both definitions. */
  recorded?(change: Change<Definition, By> & Pick<Writing<Row>, "tx">): Recorded | Promise<Recorded>;
  /** Key in the history of a record that exists once; the row's key by default. */
  historyKey?: string;
  /** Whether this version of the server can read a row; a later one may have written it. */
  isReadable?(row: Row): boolean;
  /** Sort order; by key by default. */
  order?: readonly (SQL | PgColumn)[];
  /** Maximum length of a list. */
  limit?: number;
  /** The error for one that does not exist, such as "This goal does not exist." */
  missing?: string;
}

type Recorded = Pick<ChangeRecord, "before" | "after">;

/** What an editor sends. */
export interface Edit<Definition> {
  key: Key;
  /** Revision that the editor started from; 0 if the record was never saved. */
  revision: number;
  definition: Definition;
}

/** A kind of record that several people edit: each write names the revision that its editor started from, gets the next one, and is in the change history. */
export interface VersionedRecord<Row, Definition, State, By extends Author = Author> {
  /** Records that are not deleted, and the rows of a newer server version that this one can't read. */
  list(db: Reader): Promise<{ states: State[]; unreadable: Row[] }>;
  /** A record, even if it has ended. @throws {ApiError} not_found */
  find(db: Reader, key: Key): Promise<State>;
  /** Null if it was never saved. */
  findRow(db: Reader, key: Key): Promise<Row | null>;
  /** The state of a row for readers. */
  stateOf(row: Row): State;
  /** The current revision; 0 if it was never saved. @throws {ApiError} not_found unless it has a key before it is saved. */
  revisionOf(db: Reader, key: Key): Promise<number>;
  /** @throws {ApiError} bad_request for a wrong definition, conflict if the name is taken. */
  create(db: RecordsDatabase, definition: Definition, author: By): Promise<State>;
  /** Like {@link VersionedRecord.create}, within a transaction. */
  insert(tx: Transaction, definition: Definition, author: By): Promise<Row>;
  /**
   * Saves, ends or restores a record.
   * @param action overrides the action in the change history.
   * @throws {ApiError} bad_request for a wrong definition, not_found, conflict if the revision is outdated or the name is taken.
   */
  change(db: RecordsDatabase, edit: Edit<Definition>, author: By, action?: string): Promise<State>;
  /** Like {@link VersionedRecord.change}, within a transaction, for a record without unique names. */
  write(tx: Transaction, edit: Edit<Definition>, author: By, action?: string): Promise<Row>;
  /** Restores the definition before a change, as a new change. A record created by the change ends. */
  revert(
    db: RecordsDatabase,
    change: Pick<StoredChange, "key" | "before" | "after">,
    revision: number,
    author: By,
  ): Promise<State>;
}
