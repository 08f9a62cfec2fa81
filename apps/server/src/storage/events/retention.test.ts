import { ONE_DAY } from "@marquee/contract";
import { expect, it } from "vitest";
import { eventRow } from "../../testing/eventRow.ts";
import { startTestEvents } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";

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
  expect(await kept(760, 30)).toEqual([2, 2, 2]);
  expect(await kept(10, 30)).toEqual([1, 1, 1]);
  expect(await kept(null, null)).toEqual([3, 3, 3]);
});
