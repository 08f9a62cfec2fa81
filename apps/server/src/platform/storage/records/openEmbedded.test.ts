import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { QUICK_WEBASSEMBLY } from "../../../../../../scripts/test/nodeFlags.mjs";
import { dataExports } from "../../../domains/people/tables.ts";
import { mountSmallDisk } from "../../../testing/smallDisk.ts";
import { migrationsFolder, silent } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { DiskFullError } from "../../errors/diskFullError.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import type { Records } from "./records.ts";
import { copyRecords } from "./recordsTemplate.ts";
import { startRecords } from "./startRecords.ts";

const holderEntry = join(import.meta.dirname, "../../../testing/recordsHolder.ts");
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
  records = await startRecords({
    dataDir,
    databaseUrl: null,
    migrationsFolder,
    preparedFolder: null,
    log: silent,
  });
  return records;
}

/** Writes until the disk is full. */
function fillDisk(file: string): void {
  const block = Buffer.alloc(1024 ** 2);
  for (let size = block.byteLength; size > 0; size = size > 4096 ? size / 2 : 0)
    try {
      for (;;) appendFileSync(file, block.subarray(0, size));
    } catch {
      // Retry with a smaller block.
    }
}

/** For tests that need an existing store. */
const copyStore = () => copyRecords(dataDir, migrationsFolder);

describe("the embedded record store", { timeout: 2 * ONE_MINUTE }, () => {
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

  it("rewrites only tables in which rows were changed or removed since it did so", async () => {
    await copyStore();
    const { db, compact } = await start();
    const tables = ["data_exports", "leads"];
    const filesOf = async () => {
      const result = await db.execute(
        sql`select relfilenode::text as file from pg_class where relname in ('data_exports', 'leads') order by relname`,
      );
      return (result as unknown as { rows: { file: string }[] }).rows.map(({ file }) => file);
    };
    const insert = () =>
      db.insert(dataExports).values({ subject: "a", requestedBy: "visitor", requestedAt: new Date(0) });
    await insert();
    await compact(tables);
    const [exports, leads] = await filesOf();
    await insert();
    await compact(tables);
    expect(await filesOf()).toEqual([exports, leads]);
    await db.delete(dataExports);
    await compact(tables);
    const [later, same] = await filesOf();
    expect([later === exports, same]).toEqual([false, leads]);
    await expect(compact(["no_such_table"])).rejects.toThrow("no_such_table");
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
    expect(await (await start()).check()).toBe("ok");
  });

  it("reports a full disk instead of damaged records, and opens them once there is space", async (context) => {
    const disk = mountSmallDisk(context, 200 * 1024 ** 2);
    dataDir = join(disk, "data");
    mkdirSync(dataDir);
    await copyStore();
    const ballast = join(disk, "ballast");
    fillDisk(ballast);
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DiskFullError);
    expect(String(refused)).toMatch(/is full: [\d.]+ K?B are free, and the server needs 134 MB to start/);
    expect(String(refused)).not.toMatch(/backup|restore/i);
    rmSync(ballast);
    expect(await (await start()).check()).toBe("ok");
  });

  it("names an unreadable folder and leaves it unchanged", async () => {
    const folder = join(dataDir, "records");
    mkdirSync(folder);
    writeFileSync(join(folder, "PG_VERSION"), "nonsense");
    await expect(start()).rejects.toThrow(`The records in ${folder} cannot be opened`);
    expect(existsSync(join(folder, "PG_VERSION"))).toBe(true);
  });
});
