import { eq, inArray, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as schema from "../../../testing/allTables.ts";
import { startTestRecords } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { NewerDataError } from "../../errors/newerDataError.ts";
import type { Records } from "./records.ts";

const tables = Object.values(schema).filter((value) => is(value, PgTable));
let dataDir: string;
let records: Records | undefined;

beforeEach(() => {
  dataDir = temporaryDir();
});
afterEach(async () => {
  await records?.stop();
  records = undefined;
});

async function start(): Promise<Records> {
  records = await startTestRecords(dataDir);
  return records;
}

describe("startRecords", () => {
  it("creates the tables of the schema, column by column", async () => {
    const { db } = await start();
    for (const table of tables) {
      const { name, columns } = getTableConfig(table);
      const result = await db.execute<{ column_name: string; data_type: string; is_nullable: string }>(
        sql`select column_name, case data_type when 'ARRAY' then substr(udt_name, 2) || '[]' else data_type end as data_type, is_nullable from information_schema.columns where table_name = ${name}`,
      );
      const rows = (result as unknown as { rows: Record<string, string>[] }).rows;
      const inStore = rows.map((row) => `${row.column_name} ${row.data_type} ${row.is_nullable === "NO"}`);
      const inSchema = columns.map((column) => `${column.name} ${column.getSQLType()} ${column.notNull}`);
      expect(inStore.sort()).toEqual(inSchema.sort());
    }
  });

  it("rejects a store of a newer version, with one line and without damage", async () => {
    const first = await start();
    const insert = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
    await first.db.execute(insert);
    await first.stop();
    records = undefined;
    const error = await start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NewerDataError);
    expect(String((error as Error).message)).toContain("The record store was written by a newer version");
    await expect(start()).rejects.toThrow(NewerDataError);
  });

  it("reads every JSON value as it was written, even texts that look like JSON", async () => {
    const { db } = await start();
    const values = ["4", "null", "true", '{"a":1}', '"quoted"', "", 4, false, null, [], { a: "1" }];
    const change = {
      at: new Date(0),
      actor: "a@b.example",
      entity: "note",
      key: "1",
      action: "edited",
    } as const;
    for (const value of values)
      await db.insert(schema.changes).values({ ...change, before: value, after: [value] });
    const rows = await db.select().from(schema.changes).orderBy(schema.changes.id);
    expect(rows.map(({ before }) => before)).toEqual(values);
    expect(rows.map(({ after }) => after)).toEqual(values.map((value) => [value]));
  });

  it("stores any text and any JSON, with U+FFFD for characters that it can't store", async () => {
    const { db } = await start();
    const unstorable = 'a\0b \\u0000 \ud800 🌱 "\\ud800"';
    const stored = 'a\ufffdb \\u0000 \ufffd 🌱 "\\ud800"';
    const change = { at: new Date(0), actor: "a", entity: "note", action: "edited" } as const;
    const json = { [unstorable]: [unstorable] };
    await db.transaction((tx) =>
      tx.insert(schema.changes).values({ ...change, key: unstorable, before: unstorable, after: json }),
    );
    const { key } = schema.changes;
    const [row] = await db
      .select()
      .from(schema.changes)
      .where(inArray(key, [unstorable, "other"]));
    expect(row).toMatchObject({ key: stored, before: stored, after: { [stored]: [stored] } });
    const [selected] = await db.select().from(schema.changes).where(eq(key, unstorable));
    expect(selected?.id).toBe(row?.id);
  });

  it("keeps records after a restart", async () => {
    const first = await start();
    await first.db.insert(schema.accounts).values({ email: "a@b.example", passwordHash: "-", role: "owner" });
    await first.stop();
    const second = await start();
    expect((await second.db.select().from(schema.accounts)).map(({ email }) => email)).toEqual([
      "a@b.example",
    ]);
    expect(await second.check()).toBe("ok");
  });

  it("notifies listeners of a channel until they stop", async () => {
    const { listen, announce } = await start();
    const [heard, other] = [vi.fn(), vi.fn()];
    const stop = await listen("one", heard);
    await listen("another", other);
    await announce("one");
    await vi.waitUntil(() => heard.mock.calls.length === 1);
    await stop();
    await announce("one");
    await announce("another");
    await vi.waitUntil(() => other.mock.calls.length === 1);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
