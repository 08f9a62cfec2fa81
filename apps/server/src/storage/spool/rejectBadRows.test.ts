import { ClickHouseError } from "@clickhouse/client";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventRow, eventRows } from "../../testing/eventRow.ts";
import { silent } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import type { InsertLines } from "../events/eventStore.ts";
import { startDrain } from "./drain.ts";
import { BlockRefusedError, type RefusedRow, rejectBadRows } from "./rejectBadRows.ts";
import { startSpool } from "./spool.ts";

const parseError = () =>
  new ClickHouseError({
    message:
      "Cannot parse input: secret of ann@example.com: (while reading the value of key title): (at row 1)",
    code: "27",
    type: "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
  });
const brokenOff = () => new Error("socket hang up");
const busy = () => new ClickHouseError({ message: "Too many parts", code: "252", type: "TOO_MANY_PARTS" });

interface FakeStore {
  rows: string[];
  refused: RefusedRow[];
  insertions: number;
}

/** A store that recognizes tokens. @param check called before rows are stored; throws for those it refuses. */
function startFake(check: (lines: string[]) => void) {
  const store: FakeStore = { rows: [], refused: [], insertions: 0 };
  const tokens = new Set<string>();
  const once = (token: string, run: () => void) => {
    if (!tokens.has(token)) run();
    tokens.add(token);
  };
  const insertLines: InsertLines = async (_table, lines, token) => {
    store.insertions += 1;
    const rows = Buffer.concat(lines).toString().trimEnd().split("\n");
    check(rows);
    once(token, () => store.rows.push(...rows));
  };
  const insert = rejectBadRows({
    writer: { insertLines, ping: async () => true },
    reject: async (rows, token) => once(token, () => store.refused.push(...rows)),
    log: silent,
    pause: 1,
  });
  return { store, insert };
}

const lineOf = (index: number) => `{"n":${index}}`;
/** Blocks as they are spooled: buffers of several lines. */
const blockOf = (count: number, perBuffer: number) => {
  const lines = Array.from({ length: count }, (_, index) => `${lineOf(index)}\n`);
  return Array.from({ length: Math.ceil(count / perBuffer) }, (_, part) =>
    Buffer.from(lines.slice(part * perBuffer, (part + 1) * perBuffer).join("")),
  );
};

it("stores each good row once and rejects each bad one once, wherever they are and however often the store is busy", async () => {
  const block = fc.integer({ min: 1, max: 120 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      bad: fc.uniqueArray(fc.nat(count - 1)),
      perBuffer: fc.integer({ min: 1, max: 50 }),
      /** Numbers of the insertions that find the store busy. */
      busyAt: fc.uniqueArray(fc.nat(60), { maxLength: 5 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(block, async ({ count, bad, perBuffer, busyAt }) => {
      const isBad = (line: string) => bad.some((index) => lineOf(index) === line);
      let insertions = 0;
      const { store, insert } = startFake((lines) => {
        insertions += 1;
        if (busyAt.includes(insertions)) throw busy();
        if (lines.some(isBad)) throw parseError();
      });
      const attempt = () => insert("events", blockOf(count, perBuffer), "block");
      for (let done = false; !done; )
        done = await attempt().then(
          () => true,
          () => false,
        );
      const all = Array.from({ length: count }, (_, index) => lineOf(index));
      expect(store.rows).toEqual(all.filter((line) => !isBad(line)));
      expect(store.refused.map(({ json }) => json)).toEqual(all.filter(isBad));
    }),
  );
});

it("finds one bad row among 5,000 with some thirty insertions", async () => {
  const { store, insert } = startFake((lines) => {
    if (lines.includes(lineOf(4321))) throw parseError();
  });
  await insert("events", blockOf(5000, 100), "block");
  expect(store.rows).toHaveLength(4999);
  expect(store.insertions).toBeLessThan(35);
});

it("says which column and error it is, without the store's own words", async () => {
  const { store, insert } = startFake(() => {
    throw parseError();
  });
  await insert("events", blockOf(1, 1), "block");
  expect(store.refused).toEqual([
    {
      table: "events",
      json: lineOf(0),
      reason: "The event store can't read the value of title (CANNOT_PARSE_INPUT_ASSERTION_FAILED).",
    },
  ]);
});

it("stores halves of characters that an earlier version spooled as U+FFFD", async () => {
  const { store, insert } = startFake((lines) => {
    if (lines.some((line) => /\\ud8/.test(line))) throw parseError();
  });
  await insert("events", [Buffer.from('{"title":"a\\ud83d"}\n{"title":"b"}\n')], "block");
  expect(store.rows).toEqual(['{"title":"a\\ufffd"}', '{"title":"b"}']);
  expect(store.refused).toEqual([]);
});

describe("rows with which the connection breaks off", () => {
  const breaking = (bad: number[]) => (lines: string[]) => {
    if (bad.some((index) => lines.includes(lineOf(index)))) throw brokenOff();
  };

  it("are rejected after the third failure, the others of the block stored", async () => {
    const { store, insert } = startFake(breaking([3, 7]));
    for (let time = 1; time < 3; time += 1)
      await expect(insert("events", blockOf(10, 4), "block")).rejects.toThrow("socket hang up");
    await insert("events", blockOf(10, 4), "block");
    expect(store.rows).toHaveLength(8);
    expect(store.refused.map(({ json, reason }) => [json, reason])).toEqual(
      [3, 7].map((index) => [lineOf(index), "The event store did not respond, or closed the connection."]),
    );
  });

  it("are kept while the store takes no other row", async () => {
    let isBroken = true;
    const { store, insert } = startFake(() => {
      if (isBroken) throw brokenOff();
    });
    const attempt = () => insert("events", blockOf(3, 3), "block");
    for (let time = 1; time < 3; time += 1) await expect(attempt()).rejects.toThrow("socket hang up");
    await expect(attempt()).rejects.toThrow(BlockRefusedError);
    isBroken = false;
    await attempt();
    expect(store.rows).toHaveLength(3);
    expect(store.refused).toEqual([]);
  });
});

it("holds nothing up: a block of which no row is stored takes more rows at the next attempt", async () => {
  const spool = startSpool({ dir: temporaryDir() });
  const { store, insert } = startFake((lines) => {
    if (lines.some((line) => line.includes("killer"))) throw brokenOff();
  });
  const drain = startDrain({
    spool,
    insert: ({ entries, token }) =>
      insert(
        "events",
        entries.map(({ lines }) => lines),
        token,
      ),
    retryDelays: { base: 1, longest: 5 },
    interval: 5,
    log: silent,
  });
  onTestFinished(async () => {
    await drain.stop();
    await spool.stop();
  });
  await spool.append([eventRow({ message_id: "killer" })]);
  await expect.poll(() => store.insertions).toBeGreaterThan(6);
  expect(store.refused).toEqual([]);
  await spool.append(eventRows(20, "later"));
  await expect.poll(drain.status).toMatchObject({ draining: true, depth: 0 });
  expect(store.rows).toHaveLength(20);
  expect(store.refused.map(({ json }) => JSON.parse(json).message_id)).toEqual(["killer"]);
});
