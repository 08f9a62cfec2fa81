import { ONE_DAY } from "@marquee/contract";
import { expect, it, onTestFinished } from "vitest";
import { eventRow } from "../../testing/eventRow.ts";
import { monitoringRow } from "../../testing/rumRow.ts";
import { startTestEvents } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { recountWindow } from "./rollups.ts";

it("drops rows older than the retention, and none without a limit", async () => {
  const dir = temporaryDir();
  const now = Date.now();
  const rows = [1, 40].map((days) => {
    const timestamp = now - days * ONE_DAY;
    return eventRow({
      message_id: `${days}`,
      timestamp,
      original_timestamp: timestamp,
      session_id: timestamp,
    });
  });
  const kept = async (retentionDays: number | null) => {
    const store = await startTestEvents(dir, { retentionDays });
    try {
      await store.insert("events", rows, `${retentionDays}`);
      await recountWindow(store, { since: 0, until: Date.now() + ONE_DAY }, (recount) => recount());
      await store.command("OPTIMIZE TABLE events FINAL");
      await store.command("OPTIMIZE TABLE sessions FINAL");
      const ids = await store.query<{ message_id: string }>(
        "SELECT message_id FROM events_unique ORDER BY toUInt8(message_id)",
      );
      const sessions = await store.query("SELECT session_id FROM sessions");
      return [ids.map(({ message_id }) => message_id), sessions.length];
    } finally {
      await store.stop();
    }
  };
  expect(await kept(30)).toEqual([["1"], 1]);
  expect(await kept(null)).toEqual([["1", "40"], 2]);
});

it("drops recordings by their own limit, and never keeps them longer than events", async () => {
  const dir = temporaryDir();
  const now = Date.now();
  const rows = [1, 20, 40].map((days) => ({ message_id: `${days}`, received_at: now - days * ONE_DAY }));
  const TABLES = ["replay_segments", "interactions", "monitoring_events"];
  const kept = async (retentionDays: number | null, replayRetentionDays: number | null) => {
    const store = await startTestEvents(dir, { retentionDays, replayRetentionDays });
    try {
      const counts = TABLES.map(async (table) => {
        await store.insert(table, rows, `${table} ${retentionDays} ${replayRetentionDays}`);
        await store.command(`OPTIMIZE TABLE ${table} FINAL`);
        return (await store.query(`SELECT message_id FROM ${table} FINAL`)).length;
      });
      return await Promise.all(counts);
    } finally {
      await store.stop();
    }
  };
  expect(await kept(760, 30)).toEqual([2, 3, 3]);
  expect(await kept(10, 30)).toEqual([1, 1, 1]);
  expect(await kept(null, null)).toEqual([3, 3, 3]);
});

it("keeps clicks and RUM events without personal data", async () => {
  const store = await startTestEvents(temporaryDir(), { retentionDays: 760, replayRetentionDays: 30 });
  onTestFinished(() => store.stop());
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
    await store.query("SELECT visitor_id, session_id, url, path, clicks FROM interactions FINAL"),
  ).toEqual([{ visitor_id: "", session_id: 0, url: "", path: "/pricing", clicks: 2 }]);
  expect(
    await store.query(
      `SELECT visitor_id, session_id, url, raw, linked_session, path, view_name, error_message, host, is_linked, first_byte
       FROM monitoring_events FINAL WHERE visitor_id = ''`,
    ),
  ).toEqual([
    {
      ...{ visitor_id: "", session_id: "", url: "", raw: "", linked_session: 0 },
      ...{ path: "/cart", view_name: "Cart", error_message: "x is null" },
      ...{ host: "trellis.example", is_linked: 1, first_byte: 90 },
    },
  ]);
});

it("changes no TTL that is already right", async () => {
  const dir = temporaryDir();
  const changes = async (replayRetentionDays: number) => {
    const store = await startTestEvents(dir, { retentionDays: 760, replayRetentionDays });
    const [row] = await store.query<{ n: number }>("SELECT toUInt32(count()) AS n FROM system.mutations");
    const tables = await store.query(
      "SELECT name, create_table_query FROM system.tables WHERE name != 'changes'",
    );
    await store.stop();
    return { mutations: row?.n, tables };
  };
  const first = await changes(30);
  expect(await changes(30)).toEqual(first);
  expect((await changes(20)).tables).not.toEqual(first.tables);
});
