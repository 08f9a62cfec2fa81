import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { migrationsFolder } from "../../../testing/startTestStores.ts";
import { readRecordMigrations } from "./migrateRecords.ts";

/** The first one that says what it is. */
const FIRST = "0062_instances";
const SAID = /^-- (expand|contract)\n/;
/** Changes that break instances of an earlier version. */
const BREAKING =
  /\b(?:DROP (?:TABLE|COLUMN)|RENAME|SET NOT NULL|TRUNCATE|ALTER COLUMN \S+ (?:SET DATA )?TYPE)\b/i;
const REQUIRED_COLUMN = /\bADD COLUMN (?![^;,]*\bDEFAULT\b)[^;,]*\bNOT NULL\b/i;

const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql") && name >= FIRST);

it("knows every migration's kind", () => {
  const migrations = readRecordMigrations(migrationsFolder).filter(({ name }) => name >= FIRST);
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files);
  for (const { name, kind } of migrations) {
    const text = readFileSync(join(migrationsFolder, `${name}.sql`), "utf8");
    expect(SAID.exec(text)?.[1], `${name} has to begin with "-- expand" or "-- contract"`).toBe(kind);
  }
});

it.each(files)("%s breaks nothing for earlier versions if it is marked as expanding", (file) => {
  const text = readFileSync(join(migrationsFolder, file), "utf8");
  if (text.startsWith("-- contract")) return;
  expect(text).not.toMatch(BREAKING);
  expect(text).not.toMatch(REQUIRED_COLUMN);
});
