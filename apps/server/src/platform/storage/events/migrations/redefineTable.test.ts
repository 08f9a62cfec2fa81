import { ONE_HOUR } from "@marquee/contract";
import { expect, it } from "vitest";
import { startEngine } from "../../../../testing/startEngine.ts";
import { silent, TEST_SITE } from "../../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../../testing/temporaryDir.ts";
import { migrate } from "../migrate.ts";
import { copyRows } from "./copyRows.ts";
import type { Migration, MigrationStep } from "./migration.types.ts";
import { redefineTable } from "./redefineTable.ts";

const NOON = Date.UTC(2026, 9, 31, 12);
const visitsTable = (name: string, sortedBy: string) => `
CREATE TABLE ${name} (message_id String, at DateTime64(3, 'UTC'), path String)
ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY (${sortedBy})
SETTINGS cleanup_delay_period = 1, cleanup_delay_period_random_add = 0`;
const CREATE: Migration = {
  number: 1,
  name: "visits",
  kind: "expand",
  statements: [visitsTable("visits", "message_id")],
};

/** Changes to the table while it is copied. */
type Meanwhile = (names: { from: string; to: string }) => Promise<void>;

function sortByPath(meanwhile: Meanwhile): Migration {
  const BY_PATH = "path, message_id";
  const step = redefineTable({
    table: "visits",
    define: (name) => visitsTable(name, BY_PATH),
    isNewBy: `ORDER BY (${BY_PATH})`,
    async copy(context, table) {
      const select = (where: string) => `SELECT * FROM ${table.from} WHERE ${where}`;
      await copyRows(context, { ...table, columns: "*", select });
      if (!table.after) await meanwhile(table);
    },
  });
  return { number: 2, name: "visits by path", kind: "expand", statements: [step] };
}

async function startStore() {
  const dataDir = createTemporaryDir();
  const engine = await startEngine(dataDir);
  const { client } = engine;
  const options = { client, site: TEST_SITE, log: silent };
  await migrate({ ...options, migrations: [CREATE] });
  const command = (query: string) => client.command({ query });
  return {
    command,
    redefine: (meanwhile: Meanwhile) => migrate({ ...options, migrations: [CREATE, sortByPath(meanwhile)] }),
    async insert(prefix: string, count: number, from = NOON) {
      const values = Array.from({ length: count }, (_, index) => ({
        message_id: `${prefix}${index}`,
        at: from + index * ONE_HOUR,
        path: `/${index % 7}`,
      }));
      await client.insert({ table: "visits", values, format: "JSONEachRow" });
    },
    async ids() {
      const result = await client.query({
        query: "SELECT message_id AS id FROM visits",
        format: "JSONEachRow",
      });
      return (await result.json<{ id: string }>()).map(({ id }) => id).sort();
    },
    async tables() {
      const query = "SELECT name FROM system.tables WHERE startsWith(name, 'visits') ORDER BY name";
      return (await (await client.query({ query, format: "JSONEachRow" })).json<{ name: string }>()).map(
        ({ name }) => name,
      );
    },
    async stop() {
      await engine.kill();
      removeDir(dataDir);
    },
  };
}

const idsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it("keeps what others insert while rows are copied, each row once, in old and in new months", async () => {
  const { redefine, insert, ids, tables, stop } = await startStore();
  try {
    await insert("before", 100);
    await redefine(async () => {
      await insert("late", 40);
      await insert("later", 3, Date.UTC(2027, 0, 1));
    });
    expect(await ids()).toEqual([...idsOf("before", 100), ...idsOf("late", 40), ...idsOf("later", 3)].sort());
    expect(await tables()).toEqual(["visits"]);
  } finally {
    await stop();
  }
}, 60_000);

it("copies late rows only once no insert that started before the renaming is in progress", async () => {
  // The embedded engine would not rename meanwhile; a server with an Atomic database does.
  const steps: string[] = [];
  let writers = 2;
  const { statements } = sortByPath(async () => undefined);
  const [step] = statements as MigrationStep[];
  await step?.run({
    site: TEST_SITE,
    insert: async () => undefined,
    async command(sql) {
      steps.push(sql.split(" ").slice(0, 2).join(" "));
    },
    async query<Row>(sql: string) {
      if (sql.includes("system.tables"))
        return [{ name: "visits", engine: "ReplacingMergeTree ORDER BY message_id", comment: "" }] as Row[];
      if (!sql.includes("system.processes")) return [];
      steps.push("look for writers");
      writers -= 1;
      return Array.from({ length: Math.max(0, writers + 1) }, () => ({})) as Row[];
    },
  });
  const wait = "look for writers";
  expect(steps).toEqual([
    "DROP TABLE",
    "\nCREATE TABLE",
    "ALTER TABLE",
    "ALTER TABLE",
    "ALTER TABLE",
    "RENAME TABLE",
    "RENAME TABLE",
    wait,
    wait,
    wait,
    "SYSTEM STOP",
    "DROP TABLE",
    "ALTER TABLE",
    "ALTER TABLE",
  ]);
});

it("does not restore rows that others delete while rows are copied, however many deletions there are", async () => {
  const { command, redefine, insert, ids, stop } = await startStore();
  try {
    await insert("it's", 140);
    await redefine(async ({ from }) => {
      for (let row = 0; row < 130; row += 1)
        await command(`DELETE FROM ${from} WHERE message_id = 'it\\'s${row}'`);
      // By default, the store only remembers the last 100 of them.
      await new Promise((resolve) => setTimeout(resolve, 2500));
    });
    expect(await ids()).toEqual(idsOf("it's", 140).slice(130).sort());
  } finally {
    await stop();
  }
}, 60_000);

it("copies no late row that was deleted after the renaming, before or after an interruption", async () => {
  const { command, redefine, insert, ids, tables, stop } = await startStore();
  try {
    await insert("before", 10);
    const interrupted = redefine(async ({ to }) => {
      await insert("late", 5);
      await command(`RENAME TABLE visits TO visits_old`);
      await command(`RENAME TABLE ${to} TO visits`);
      await command("DELETE FROM visits WHERE message_id IN ('late1', 'before2')");
      throw new Error("interrupted");
    });
    await expect(interrupted).rejects.toThrow("interrupted");
    await redefine(async () => undefined);
    const deleted = ["late1", "before2"];
    const all = [...idsOf("before", 10), ...idsOf("late", 5)];
    expect(await ids()).toEqual(all.filter((id) => !deleted.includes(id)).sort());
    expect(await tables()).toEqual(["visits"]);
  } finally {
    await stop();
  }
}, 60_000);

it("compares all rows when it continues after an interruption", async () => {
  const { command, redefine, insert, ids, tables, stop } = await startStore();
  try {
    await insert("before", 50);
    await redefine(async ({ to }) => {
      // As if it had ended after its last copy while others continued.
      await insert("late", 5);
      await command(`RENAME TABLE visits TO visits_old, ${to} TO visits`);
      await command("DELETE FROM visits_old WHERE message_id = 'before7'");
      throw new Error("interrupted");
    }).catch(() => undefined);
    await redefine(async () => undefined);
    expect(await ids()).toEqual(
      [...idsOf("before", 50).filter((id) => id !== "before7"), ...idsOf("late", 5)].sort(),
    );
    expect(await tables()).toEqual(["visits"]);
  } finally {
    await stop();
  }
}, 60_000);
