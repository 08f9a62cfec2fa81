import { ONE_HOUR } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { eventProcess } from "../../testing/eventProcess.ts";
import { startEngine } from "../../testing/startEngine.ts";
import { migrationsFolder, silent, startTestRecords, TEST_SITE } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { RecordsError } from "../errors/recordsError.ts";
import { describeUpgrade } from "./describeUpgrade.ts";
import { migrate } from "./events/migrate.ts";
import { MIGRATIONS } from "./events/migrations/index.ts";
import { findUpgrade, type Upgrade } from "./findUpgrade.ts";
import type { Instance } from "./records/instances.ts";

const ROWS = 300;

const find = (dataDir: string) =>
  findUpgrade({
    config: {
      dataDir,
      databaseUrl: null,
      clickhouseUrl: null,
      publicUrl: "https://trellis.example",
      retentionDays: null,
      replayRetentionDays: null,
    },
    eventProcess,
    migrationsFolder,
    log: silent,
  });

/** An event store before the latest migration that copies rows. */
async function createEarlierEvents(dataDir: string): Promise<void> {
  const { client, kill } = await startEngine(dataDir);
  await migrate({
    client,
    migrations: MIGRATIONS.filter(({ number }) => number < 17),
    site: TEST_SITE,
    log: silent,
  });
  const values = Array.from({ length: ROWS }, (_, index) => ({
    message_id: `m${index}`,
    original_timestamp: Date.UTC(2026, 10, 1) + index * ONE_HOUR,
  }));
  await client.insert({ table: "events", values, format: "JSONEachRow" });
  await kill();
}

describe("what a start would change", () => {
  it("is only new stores in an empty folder, which stays empty", async () => {
    const upgrade = await find(temporaryDir());
    expect(upgrade).toEqual({ records: null, events: null });
    expect(describeUpgrade(upgrade)).toMatchObject({ isPossible: true });
  });

  it("is the missing migrations, with the rows and space they take, and checking changes nothing", async () => {
    const dataDir = temporaryDir();
    await createEarlierEvents(dataDir);
    await (await startTestRecords(dataDir)).stop();
    for (const _time of [1, 2]) {
      const { records, events } = await find(dataDir);
      expect(records).toEqual({ pending: [], running: [] });
      expect(events?.pending).toMatchObject([
        { migration: { number: 17 }, cost: { rows: ROWS } },
        { migration: { number: 18 }, cost: { rows: 0 } },
        { migration: { number: 19 }, cost: { rows: 0 } },
      ]);
      expect(events?.pending[0]?.cost.bytes).toBeGreaterThan(ROWS);
      expect(events?.freeSpace).toBeGreaterThan(0);
    }
  });

  it("can't be determined while a server uses the folder", async () => {
    const dataDir = temporaryDir();
    const records = await startTestRecords(dataDir);
    await expect(find(dataDir)).rejects.toThrow(RecordsError);
    await records.stop();
  });
});

const OLD: Instance = {
  id: 1,
  host: "web-1",
  folder: "a",
  pid: 7,
  version: "0.1.0",
  build: "abc",
  recordsMigration: 1,
  eventsMigration: 1,
  isRunning: true,
  report: null,
  startedAt: new Date(0),
  heartbeatAt: new Date(0),
  endedAt: null,
};
const EXPAND = { at: 2, name: "0002_more", kind: "expand" } as const;
const CONTRACT = { at: 3, name: "0003_less", kind: "contract" } as const;
const COPY = {
  migration: { number: 18, name: "events by hour", kind: "expand", statements: [] },
  cost: { rows: 2_000_000, bytes: 300_000_000 },
} as const;

describe("describeUpgrade", () => {
  const describeRecords = (records: Upgrade["records"]) => describeUpgrade({ records, events: null });
  const describeEvents = (events: Upgrade["events"]) => describeUpgrade({ records: null, events });

  it("names the instances that must stop before the records can be changed", () => {
    const { lines, isPossible } = describeRecords({ pending: [EXPAND, CONTRACT], running: [OLD] });
    expect(isPossible).toBe(false);
    expect(lines).toContain(
      "Records: 2 migrations, which take a moment: 0002_more (expand), 0003_less (contract).",
    );
    expect(lines.join()).toContain(
      "Stop these instances first, which can't use the records after 0003_less: web-1 (0.1.0, build abc, process 7).",
    );
  });

  it("allows running instances for expanding changes, and those that know a change", () => {
    expect(describeRecords({ pending: [EXPAND], running: [OLD] }).isPossible).toBe(true);
    const knowing = { ...OLD, recordsMigration: CONTRACT.at };
    expect(describeRecords({ pending: [CONTRACT], running: [knowing] }).isPossible).toBe(true);
  });

  it("says how many rows are copied, how long that takes, and whether there is space", () => {
    const text = describeEvents({ pending: [COPY], freeSpace: 1e9 });
    expect(text.isPossible).toBe(true);
    expect(text.lines.join()).toMatch(
      /18: events by hour\. It copies 2,000,000 rows, which temporarily needs 300 MB and takes about 34 seconds\./,
    );
    expect(describeEvents({ pending: [COPY], freeSpace: 2e8 })).toMatchObject({ isPossible: false });
  });
});
