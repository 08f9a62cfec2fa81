import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import { QUICK_WEBASSEMBLY } from "../../testing/eventProcess.ts";
import { migrationsFolder, silent } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import type { Records } from "./records.ts";
import { copyRecords } from "./recordsTemplate.ts";
import * as schema from "./schema.ts";
import { startRecords } from "./startRecords.ts";

const holderEntry = join(import.meta.dirname, "../../testing/recordsHolder.ts");
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

async function start(databaseUrl: string | null = null): Promise<Records> {
  records = await startRecords({ dataDir, databaseUrl, migrationsFolder, preparedFolder: null, log: silent });
  return records;
}

/** For tests that need an existing store. */
const copyStore = () => copyRecords(dataDir, migrationsFolder);

describe("startRecords", { timeout: 2 * ONE_MINUTE }, () => {
  it("creates the tables of the schema, column by column", async () => {
    const { db } = await start();
    for (const table of tables) {
      const { name, columns } = getTableConfig(table);
      const found = await db.execute<{ column_name: string; data_type: string; is_nullable: string }>(
        sql`select column_name, case data_type when 'ARRAY' then substr(udt_name, 2) || '[]' else data_type end as data_type, is_nullable from information_schema.columns where table_name = ${name}`,
      );
      const rows = (found as unknown as { rows: Record<string, string>[] }).rows;
      const inStore = rows.map((row) => `${row.column_name} ${row.data_type} ${row.is_nullable === "NO"}`);
      const inSchema = columns.map((column) => `${column.name} ${column.getSQLType()} ${column.notNull}`);
      expect(inStore.sort()).toEqual(inSchema.sort());
    }
  });

  it("refuses a store of a newer version, with one line and without damage", async () => {
    await copyStore();
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

  it("keeps records after a restart", async () => {
    await copyStore();
    const first = await start();
    await first.db.insert(schema.accounts).values({ email: "a@b.example", passwordHash: "-", role: "owner" });
    await first.stop();
    const second = await start();
    expect((await second.db.select().from(schema.accounts)).map(({ email }) => email)).toEqual([
      "a@b.example",
    ]);
    expect(await second.ping()).toBe(true);
  });

  it("reports a folder in use without a call stack", async () => {
    await copyStore();
    await start();
    const refused = await startRecords({
      dataDir,
      databaseUrl: null,
      migrationsFolder,
      preparedFolder: null,
      log: silent,
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RecordsError);
    expect(String(refused)).toContain("Another server is using the data folder");
    expect((refused as Error).stack).toBeUndefined();
  });

  it("reports a folder in use behind a symbolic link", async () => {
    await copyStore();
    await start();
    const link = `${dataDir}-link`;
    symlinkSync(dataDir, link);
    onTestFinished(() => rmSync(link));
    const refused = startRecords({
      dataDir: link,
      databaseUrl: null,
      migrationsFolder,
      preparedFolder: null,
      log: silent,
    });
    await expect(refused).rejects.toThrow("Another server is using the data folder");
  });

  it("opens a folder after its server was killed", async () => {
    await copyStore();
    const holder = fork(holderEntry, [dataDir], { execArgv: ["--import", "tsx", QUICK_WEBASSEMBLY] });
    onTestFinished(() => void holder.kill("SIGKILL"));
    const [said] = await Promise.race([once(holder, "message"), once(holder, "exit")]);
    expect(said).toBe("open");
    await expect(start()).rejects.toThrow("Another server is using the data folder");
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(await (await start()).ping()).toBe(true);
  });

  it("names an unreadable folder and leaves it unchanged", async () => {
    const folder = join(dataDir, "records");
    mkdirSync(folder);
    writeFileSync(join(folder, "PG_VERSION"), "nonsense");
    await expect(start()).rejects.toThrow(`The records in ${folder} cannot be opened`);
    expect(existsSync(join(folder, "PG_VERSION"))).toBe(true);
  });

  it("names the variable but not the password when PostgreSQL is unreachable", async () => {
    const refused = await start("postgres://owner:secret@127.0.0.1:9/marquee").catch(
      (error: unknown) => error,
    );
    expect(String(refused)).toMatch(/DATABASE_URL.*ECONNREFUSED/);
    expect(String(refused)).not.toContain("secret");
  });
});
