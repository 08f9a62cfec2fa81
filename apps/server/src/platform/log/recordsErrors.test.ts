import { inspect } from "node:util";
import { is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as schema from "../../testing/allTables.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { CANARIES, CANARY } from "../../testing/canaries.ts";
import { captureLog } from "../../testing/captureLog.ts";
import { startTestRecords } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import type { Records } from "../storage/records/records.ts";
import { errorText } from "./endOnCrash.ts";

const tables = Object.values<unknown>({ ...schema })
  .filter((each): each is PgTable => is(each, PgTable))
  .map((table) => getTableConfig(table));

let records: Records;
const stopped = { dir: createTemporaryDir(), db: undefined as Records["db"] | undefined };
beforeAll(async () => {
  records = await borrowRecords();
  const other = await startTestRecords(stopped.dir);
  stopped.db = other.db;
  await other.stop();
});
afterAll(async () => {
  await records.stop();
  removeDir(stopped.dir);
});

type Table = (typeof tables)[number];
type Column = Table["columns"][number];

const isText = (column: Column) => /^(?:text|varchar)/.test(column.getSQLType());
const isJson = (column: Column) => /^json/.test(column.getSQLType());
const takesTexts = (column: Column) => isText(column) || isJson(column);

/** A valid value of a column, with a canary if it is a text. */
function valueFor(column: Column, canary: string): SQL {
  if (isText(column)) return sql`${canary}::text`;
  if (isJson(column)) return sql`${JSON.stringify({ [canary]: [canary] })}::json`;
  return sql`default`;
}

function insert({ name }: Table, values: [Column, SQL][]): SQL {
  const columns = values.map(([column]) => sql.identifier(column.name));
  const row = values.map(([, value]) => value);
  return sql`insert into ${sql.identifier(name)} (${sql.join(columns, sql`, `)}) overriding system value values (${sql.join(row, sql`, `)})`;
}

function castTo(column: Column, canary: string): SQL {
  const type = column.getSQLType().replace("bigserial", "bigint").replace("serial", "integer");
  return sql`${canary}::text::${sql.raw(type)}`;
}

/** Statements that put canaries into every column of a table, and fail. */
function failingInserts(table: Table): SQL[] {
  const { columns } = table;
  const required = columns.find((column) => column.notNull && !takesTexts(column)) ?? columns[0];
  const whole = (valueIn: (column: Column) => SQL) =>
    insert(
      table,
      columns.map((column) => [column, valueIn(column)]),
    );
  return [
    // Of another type: the message quotes it.
    ...columns
      .filter((column) => !isText(column))
      .map((column, index) =>
        insert(table, [[column, castTo(column, CANARIES[index % CANARIES.length] ?? "")]]),
      ),
    ...CANARIES.flatMap((canary) => [
      whole(() => sql`${canary}`),
      // Without a required value: the detail has the whole row.
      ...(columns.some(takesTexts)
        ? [whole((column) => (column === required ? sql`null` : valueFor(column, canary)))]
        : []),
    ]),
  ];
}

async function failureOf(db: Records["db"] | undefined, statement: SQL): Promise<unknown> {
  return db?.execute(statement).then(
    () => null,
    (error: unknown) => error,
  );
}

function logged(error: unknown): string {
  const { log, text } = captureLog();
  log.error({ err: error }, "A request failed.");
  log.warn(error);
  log.fatal({ reason: error });
  return text() + errorText(error);
}

it.each(tables.map((table) => [table.name, table] as const))(
  "a failing insert into %s leaves no value of any column in the log",
  async (name, table) => {
    const statements = failingInserts(table);
    const errors = await Promise.all(statements.map((each) => failureOf(records.db, each)));
    const failed = errors.filter((error) => error !== null);
    // A row of texts is right if there are only texts.
    expect(failed.length).toBeGreaterThanOrEqual(statements.length - CANARIES.length);
    for (const error of failed) {
      // The error itself has it.
      expect(inspect(error, { depth: 9 })).toMatch(CANARY);
      const text = logged(error);
      expect(text).not.toMatch(CANARY);
      expect(text).toContain(`"statement":"insert into ${name}"`);
      // PGlite rejects some values itself.
      const { code } = (error as { cause: { code?: string } }).cause;
      if (code !== undefined) expect(text).toContain(`"code":"${code}"`);
    }
    for (const statement of statements) {
      const error = await failureOf(stopped.db, statement);
      expect(inspect(error, { depth: 9 })).toMatch(CANARY);
      expect(logged(error)).not.toMatch(CANARY);
    }
  },
);

it("names the constraint of an existing row, without its key", async () => {
  const row = { email: "zq@zq.example", role: "owner" as const, passwordHash: "zq" };
  await records.db.insert(schema.accounts).values(row);
  const error = await records.db
    .insert(schema.accounts)
    .values(row)
    .then(
      () => null,
      (failed: unknown) => failed,
    );
  expect(inspect(error)).toContain("Key (email)=(zq@zq.example)");
  const { log, lines } = captureLog();
  log.error({ err: error }, "A request failed.");
  expect(JSON.stringify(lines())).not.toMatch(CANARY);
  expect(lines()[0]?.err).toMatchObject({
    type: "DrizzleQueryError",
    message: "Failed query …",
    statement: "insert into accounts",
    stack: expect.stringMatching(/^ {4}at /),
    cause: {
      message: "duplicate key value violates unique constraint …",
      code: "23505",
      table: "accounts",
      constraint: expect.stringContaining("email"),
    },
  });
});
