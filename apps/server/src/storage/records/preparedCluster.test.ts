import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { migrationsFolder, silent } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { copyPreparedCluster } from "./preparedCluster.ts";
import { copyRecords } from "./recordsTemplate.ts";
import { accounts } from "./schema.ts";
import { startRecords } from "./startRecords.ts";

let dir: string;
let prepared: string;
let folder: string;

/** A small folder instead of a cluster, readable by everyone. */
beforeEach(() => {
  dir = temporaryDir();
  [prepared, folder] = [join(dir, "prepared"), join(dir, "records")];
  mkdirSync(join(prepared, "base/1"), { recursive: true, mode: 0o755 });
  writeFileSync(join(prepared, "PG_VERSION"), "18", { mode: 0o644 });
  writeFileSync(join(prepared, "base/1/12"), "table", { mode: 0o644 });
  mkdirSync(folder);
});

const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);

describe("copyPreparedCluster", () => {
  it("copies into an empty folder, for this user only", () => {
    copyPreparedCluster(prepared, folder);
    expect(readFileSync(join(folder, "base/1/12"), "utf8")).toBe("table");
    expect(["", "base", "base/1"].map(modeOf)).toEqual(["700", "700", "700"]);
    expect(["PG_VERSION", "base/1/12"].map(modeOf)).toEqual(["600", "600"]);
    expect(readdirSync(dir).sort()).toEqual(["prepared", "records"]);
  });

  it("copies behind a symbolic link", () => {
    symlinkSync(folder, join(dir, "link"));
    copyPreparedCluster(prepared, join(dir, "link"));
    expect(existsSync(join(folder, "PG_VERSION"))).toBe(true);
  });

  it("never uses what a killed process copied in part", () => {
    mkdirSync(`${folder}.unfinished/base`, { recursive: true });
    writeFileSync(`${folder}.unfinished/base/old`, "half");
    copyPreparedCluster(prepared, folder);
    expect(existsSync(join(folder, "base/old"))).toBe(false);
    expect(existsSync(join(folder, "base/1/12"))).toBe(true);
  });

  it("leaves a folder with data alone, and an empty one if the build has no cluster", () => {
    copyPreparedCluster(join(dir, "missing"), folder);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "mine"), "data");
    copyPreparedCluster(prepared, folder);
    expect(readdirSync(folder)).toEqual(["mine"]);
  });
});

it("a store opens on a copy of the prepared cluster", { timeout: 2 * ONE_MINUTE }, async () => {
  await copyRecords(join(dir, "build"), migrationsFolder);
  const common = { databaseUrl: null, migrationsFolder, log: silent };
  const built = await startRecords({ ...common, dataDir: join(dir, "build"), preparedFolder: null });
  await built.db.insert(accounts).values({ email: "a@b.example", passwordHash: "-", role: "owner" });
  await built.stop();
  const preparedFolder = join(dir, "build/records");
  const records = await startRecords({ ...common, dataDir: join(dir, "data"), preparedFolder });
  expect(await records.db.select({ email: accounts.email }).from(accounts)).toEqual([
    { email: "a@b.example" },
  ]);
  await records.stop();
});
