import { open } from "lmdb";
import { expect, it } from "vitest";
import { eventRow, eventRows } from "../../../testing/eventRow.ts";
import { filledColumns, rowsOf, waitingIds } from "../../../testing/spooledRows.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { encodeRecording, type RecordingRow } from "./entries.ts";
import { startSpool } from "./spool.ts";

/** A spool as written by the version before entries. */
async function writeOld(rows: readonly { message_id: string }[], cutThrough?: number): Promise<string> {
  const dir = temporaryDir();
  const root = open({ path: dir, maxDbs: 4 });
  const queue = root.openDB({ name: "queue", encoding: "msgpack" });
  const cut = root.openDB({ name: "cut", encoding: "msgpack" });
  rows.forEach((row, index) => void queue.put(index + 1, row));
  if (cutThrough) cut.put("lastKey", cutThrough);
  await root.flushed;
  await root.close();
  return dir;
}

it("keeps the events of an earlier version, in order, and a block in progress with its token", async () => {
  const odd = eventRow({ message_id: "odd", title: "Zürich \n🌱", timestamp: 1_750_000_000_123 });
  const dir = await writeOld([...eventRows(12_000), odd], 300);
  const spool = startSpool({ dir });
  expect(spool.depth()).toBe(12_001);
  const block = await spool.nextBlock({ rows: 5000 });
  expect([block.token, block.count, block.lastKey]).toEqual(["1-300-m0", 300, 300]);
  await spool.removeThrough(block.lastKey);
  await spool.append(eventRows(1, "new"));
  await spool.stop();

  const again = startSpool({ dir });
  const ids = [...eventRows(12_000).slice(300), odd, ...eventRows(1, "new")].map(
    ({ message_id }) => message_id,
  );
  expect(waitingIds(again)).toEqual(ids);
  expect(rowsOf(again.read({ rows: 20_000 })).at(-2)).toEqual(filledColumns(odd));
  await again.stop();
});

it("keeps the recordings of an earlier version with their tables and replays", async () => {
  const rows = [
    {
      message_id: "s",
      table: "replay_segments",
      row: { session_id: 5, visitor_id: "ann", data: "x" },
      bytes: 9,
    },
    { message_id: "m", table: "monitoring_events", row: { session_id: "dd", visitor_id: "ann" }, bytes: 9 },
  ];
  const dir = await writeOld(rows);
  const spool = startSpool<RecordingRow>({ dir, encode: encodeRecording });
  const { entries } = spool.read({ rows: 10 });
  expect(entries).toMatchObject([
    { table: "replay_segments", replay: { sessionId: 5, visitorId: "ann" }, count: 1, isRespelled: false },
    { table: "monitoring_events", replay: null, count: 1, isRespelled: false },
  ]);
  expect(rowsOf({ entries })).toEqual(rows.map(({ row }) => row));
  await spool.stop();
});
