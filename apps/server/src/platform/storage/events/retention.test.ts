import { ONE_DAY } from "@marquee/contract";
import { afterAll, describe, expect, it } from "vitest";
import { captureLog } from "../../../testing/captureLog.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { monitoringRow } from "../../../testing/rumRow.ts";
import { startTestEvents } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import type { EventStore } from "./eventStore.ts";
import { recountWindow } from "./rollups.ts";

/** Ages of the rows, in days. */
const AGES = [1, 20, 40];
const TABLES = ["replay_segments", "interactions", "monitoring_events"];
const EVENT_TABLES = ["events", "sessions"];

const dataDir = createTemporaryDir();
let store: EventStore;
/** Each test starts the store with other limits; earlier rows are kept. */
async function start(retention: Parameters<typeof startTestEvents>[1]): Promise<void> {
  await store?.stop();
  store = await startTestEvents(dataDir, retention);
}
afterAll(async () => {
  await store?.stop();
  removeDir(dataDir);
});

/** Inserts rows of each age. @returns the ages of those that are kept. */
async function remainingAges(): Promise<Record<string, string[]>> {
  const now = Date.now();
  const at = (days: number) => now - days * ONE_DAY;
  const events = AGES.map((days) =>
    eventRow({ message_id: `${days}`, timestamp: at(days), session_id: at(days) }),
  );
  const token = String(now);
  await store.insert("events", events, token);
  await recountWindow(store, { since: 0, until: now + ONE_DAY }, { alone: (recount) => recount() });
  const rows = AGES.map((days) => ({ message_id: `${days}`, received_at: at(days) }));
  for (const table of TABLES) await store.insert(table, rows, `${table} ${token}`);
  for (const table of [...TABLES, ...EVENT_TABLES]) await store.command(`OPTIMIZE TABLE ${table} FINAL`);
  const ids = [...TABLES, "events"].map((table) => `(SELECT groupUniqArray(message_id) FROM ${table})`);
  const age = `toString(dateDiff('day', started, fromUnixTimestamp64Milli(${now})))`;
  const sessions = `(SELECT groupUniqArray(${age}) FROM sessions)`;
  const [row] = await store.query<{ kept: string[][] }>(`SELECT [${[...ids, sessions].join(", ")}] AS kept`);
  const names = [...TABLES, ...EVENT_TABLES];
  return Object.fromEntries(names.map((name, index) => [name, row?.kept[index]?.sort() ?? []]));
}

/** The definition of each table, and the number of changes to their data. */
const readTables = () =>
  store.query(
    `SELECT toUInt32((SELECT count() FROM system.mutations)) AS mutations, groupArray((name, create_table_query)) AS tables
     FROM (SELECT * FROM system.tables WHERE name != 'changes' ORDER BY name)`,
  );

describe("a shorter time", () => {
  it("is not applied until confirmed, and the log says what it would delete", async () => {
    const { log, lines } = captureLog("warn");
    const short = { retentionDays: 30, replayRetentionDays: 10, log };
    await start({ retentionDays: 100, replayRetentionDays: 50, confirmedRetention: [], log });
    await remainingAges();
    const before = await readTables();
    await start({ ...short, confirmedRetention: [] });
    expect(await readTables()).toEqual(before);
    expect(lines().map(({ msg }) => msg)).toEqual([
      "RETENTION_DAYS=30 would delete rows, or personal data in them: 1 of events, 1 of sessions, 1 of interactions, 1 of monitoring_events. The longer retention stays in effect. To delete them, set RETENTION_CONFIRM=30.",
      "REPLAY_RETENTION_DAYS=10 would delete rows, or personal data in them: 2 of replay_segments, 2 of interactions, 2 of monitoring_events. The longer retention stays in effect. To delete them, set RETENTION_CONFIRM=10.",
    ]);
    await start({ ...short, confirmedRetention: [10] });
    expect(await remainingAges()).toMatchObject({ replay_segments: ["1"], events: ["1", "20", "40"] });
    await start({ ...short, confirmedRetention: [10, 30] });
    expect(await remainingAges()).toMatchObject({ replay_segments: ["1"], events: ["1", "20"] });
  });

  it("needs no confirmation if no row is older", async () => {
    for (const table of [...TABLES, ...EVENT_TABLES]) await store.command(`TRUNCATE TABLE ${table}`);
    await start({ retentionDays: 300, replayRetentionDays: 200, confirmedRetention: [] });
    const before = await readTables();
    await start({ retentionDays: 290, replayRetentionDays: 190, confirmedRetention: [] });
    expect(await readTables()).not.toEqual(before);
  });
});

describe("retention", () => {
  it("drops recordings by their own limit", async () => {
    await start({ retentionDays: 760, replayRetentionDays: 30 });
    const all = ["1", "20", "40"];
    expect(await remainingAges()).toEqual({
      replay_segments: ["1", "20"],
      interactions: all,
      monitoring_events: all,
      events: all,
      sessions: all,
    });
  });

  it("keeps clicks and RUM events without personal data", async () => {
    const old = Date.now() - 40 * ONE_DAY;
    const url = "https://trellis.example/pricing?plan=pro";
    const click = { message_id: "click", visitor_id: "ann", session_id: 7, url, path: "/pricing", clicks: 2 };
    await store.insert("interactions", [{ ...click, received_at: old, timestamp: old }], "clicks");
    const sent = { context: { marquee: { session_id: 9 } }, view: { name: "Cart", first_byte: 90_000_000 } };
    const line = monitoringRow({ sent, visitor_id: "ann", url, error_message: "x is null" });
    await store.insert("monitoring_events", [{ ...line, received_at: old, timestamp: old }], "lines");

    for (const table of ["interactions", "monitoring_events"])
      await store.command(`OPTIMIZE TABLE ${table} FINAL`);
    expect(
      await store.query(
        "SELECT visitor_id, session_id, url, path, clicks FROM interactions FINAL WHERE message_id = 'click'",
      ),
    ).toEqual([{ visitor_id: "", session_id: 0, url: "", path: "/pricing", clicks: 2 }]);
    expect(
      await store.query(
        `SELECT visitor_id, session_id, url, raw, linked_session, path, view_name, error_message, host, is_linked, first_byte
         FROM monitoring_events FINAL WHERE visitor_id = '' AND message_id = '${line.message_id}'`,
      ),
    ).toEqual([
      {
        visitor_id: "",
        session_id: "",
        url: "",
        raw: "",
        linked_session: 0,
        path: "/cart",
        view_name: "Cart",
        error_message: "x is null",
        host: "trellis.example",
        is_linked: 1,
        first_byte: 90,
      },
    ]);
  });

  it("leaves correct TTLs unchanged", async () => {
    const before = await readTables();
    await start({ retentionDays: 760, replayRetentionDays: 30 });
    expect(await readTables()).toEqual(before);
  });

  it("drops rows older than the limit, and never keeps recordings longer than events", async () => {
    const before = await readTables();
    await start({ retentionDays: 10, replayRetentionDays: 30 });
    expect(await readTables()).not.toEqual(before);
    const recent = ["1"];
    const recordings = { replay_segments: recent, interactions: recent, monitoring_events: recent };
    expect(await remainingAges()).toEqual({ ...recordings, events: recent, sessions: recent });
  });

  it("drops none without a limit", async () => {
    await start({ retentionDays: null, replayRetentionDays: null });
    const all = ["1", "20", "40"];
    const recordings = { replay_segments: all, interactions: all, monitoring_events: all };
    expect(await remainingAges()).toEqual({ ...recordings, events: all, sessions: all });
  });
});
