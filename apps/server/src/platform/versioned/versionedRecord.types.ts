import type { Timestamp } from "@marquee/contract";
import type { ChangeEntity } from "@marquee/contract/schema";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ChangeRecord } from "../storage/records/changeLog.ts";
import type { RecordsDatabase, Transaction } from "../storage/records/records.ts";
import type { changes } from "../storage/records/schema.ts";
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
 * What a kind of record says about itself.
 * @template Definition what an editor writes.
 * @template State what a reader gets.
 * @template By the author, with what else the record's checks need.
 */
export interface Declaration<Row extends VersionedRow, Definition extends object, State, By extends Author> {
  /** In the change history; null for a record without one. */
  entity: ChangeEntity | ((definition: Definition) => ChangeEntity) | null;
  /** In sentences, such as "this goal". */
  noun: string;
  table: TableOf<Row>;
  /** Its primary key. */
  key: keyof Row & string;
  /**
   * Checks a definition, and says what columns it becomes, with what else changes in the same row.
   * @throws {ApiError} that says what is wrong.
   */
  columnsOf(definition: Definition, writing: Writing<Row, By>): Partial<Row> | Promise<Partial<Row>>;
  definitionOf(row: Row): Definition;
  stateOf(row: Row): State;
  /** For a record that has a key before it is first saved, at revision 0: its definition until then; null for a new one. */
  untouched?(key: Key, author: By): Definition | null;
  /** How it ends. Archived records are listed last, deleted ones are not. */
  end?: {
    action: "archived" | "deleted";
    flag: keyof Definition & ("isArchived" | "isDeleted");
    /** The flag in the store. */
    isEnded: SQLWrapper;
  };
  /** For a record whose names are unique, whatever the case. An index of the column `name` decides. */
  nameOf?(definition: Definition): string;
  /** The action in the history of a change that neither ends nor restores the record; "changed" by default. */
  actionOf?(change: Change<Definition, By>): string;
  /** How the history shows a change; by default with both definitions. */
  recorded?(change: Change<Definition, By> & Pick<Writing<Row>, "tx">): Recorded | Promise<Recorded>;
  /** Key in the history of a record of which there is only one; that of the row by default. */
  historyKey?: string;
  /** Whether this version of the server can read a row; a later one may have written it. */
  isReadable?(row: Row): boolean;
  /** By its key by default. */
  order?: readonly (SQL | PgColumn)[];
  /** The most that a list has. */
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
  /** Those that have not been deleted, and the rows that a newer version of the server saved in a way that this one does not know. */
  list(db: Reader): Promise<{ states: State[]; unreadable: Row[] }>;
  /** A record, even if it has ended. @throws {ApiError} not_found */
  find(db: Reader, key: Key): Promise<State>;
  /** Null if it was never saved. */
  findRow(db: Reader, key: Key): Promise<Row | null>;
  /** The current revision; 0 if it was never saved. @throws {ApiError} not_found unless it has a key before it is saved. */
  revisionOf(db: Reader, key: Key): Promise<number>;
  /** @throws {ApiError} bad_request for a wrong definition, conflict if the name is taken. */
  create(db: RecordsDatabase, definition: Definition, author: By): Promise<State>;
  /**
   * Saves, ends or restores a record.
   * @param action overrides the action in the change history.
   * @throws {ApiError} bad_request for a wrong definition, not_found, conflict if the revision is outdated or the name is taken.
   */
  change(db: RecordsDatabase, edit: Edit<Definition>, author: By, action?: string): Promise<State>;
  /** The same as {@link VersionedRecord.change} within a transaction, for a record without unique names. */
  write(tx: Transaction, edit: Edit<Definition>, author: By, action?: string): Promise<Row>;
  /** Restores the definition before a change, as a new change. A record that the change created ends. */
  revert(
    db: RecordsDatabase,
    change: Pick<StoredChange, "key" | "before" | "after">,
    revision: number,
    author: By,
  ): Promise<State>;
}
