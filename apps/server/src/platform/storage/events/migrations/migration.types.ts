import type { MigrationKind } from "../../migrationKind.ts";

/** Context of a migration's step. Statements may run for hours. */
export interface MigrationContext {
  command(sql: string, params?: Record<string, unknown>): Promise<void>;
  query<Row>(sql: string, params?: Record<string, unknown>): Promise<Row[]>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Default site of rows from before events had one. Not part of a migration's digest. */
  site: { id: string; host: string };
}

/** The cost of a step. */
export interface MigrationCost {
  /** Rows that are copied. */
  rows: number;
  /** Space needed meanwhile, in bytes. */
  bytes: number;
}

/** A step that SQL alone can't do. It must be safe to repeat after an interruption at any point. */
export interface MigrationStep {
  /** Identifies the step in the migration's digest, with the statements that determine the schema. */
  digest: string;
  /** Negligible by default. */
  cost?(context: Pick<MigrationContext, "query">): Promise<MigrationCost>;
  run(context: MigrationContext): Promise<void>;
}

export interface Migration {
  number: number;
  name: string;
  kind: MigrationKind;
  /** Run in order. Never edit them after a release; add a new migration instead. */
  statements: readonly (string | MigrationStep)[];
}
