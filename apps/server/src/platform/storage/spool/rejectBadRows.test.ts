import { ClickHouseError } from "@clickhouse/client";
import fc from "fast-check";
import { expect, it } from "vitest";
import { silent } from "../../../testing/startTestStores.ts";
import type { InsertLines } from "../events/eventStore.ts";
import type { BadRow } from "./badRow.types.ts";
import { rejectBadRows } from "./rejectBadRows.ts";

const parseError = () =>
  new ClickHouseError({
    message:
      "Cannot parse input: secret of ann@example.com: (while reading the value of key title): (at row 1)",
    code: "27",
    type: "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
  });
const busy = () => new ClickHouseError({ message: "Too many parts", code: "252", type: "TOO_MANY_PARTS" });

interface FakeStore {
  rows: string[];
  rejected: BadRow[];
  insertions: number;
}

/** A store that recognizes tokens. @param check called before rows are stored; throws for rejected ones. */
function startFake(check: (lines: string[]) => void) {
  const store: FakeStore = { rows: [], rejected: [], insertions: 0 };
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
    insertLines,
    reject: async (rows, token) => once(token, () => store.rejected.push(...rows)),
    interval: 1,
    log: silent,
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

it("stores each good row once and rejects each bad one once, regardless of their position and of a busy store", async () => {
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
      expect(store.rejected.map(({ json }) => json)).toEqual(all.filter(isBad));
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

it("names the column and the error, without the store's own message", async () => {
  const { store, insert } = startFake(() => {
    throw parseError();
  });
  await insert("events", blockOf(1, 1), "block");
  expect(store.rejected).toEqual([
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
  expect(store.rejected).toEqual([]);
});

it.each([
  ["is busy", busy()],
  ["has no memory left", new ClickHouseError({ message: "Memory limit exceeded", code: "241" })],
  ["breaks off connections", new Error("socket hang up")],
])("rejects nothing while the store %s, for any number of inserts", async (_what, failure) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(80), fc.uniqueArray(fc.nat(39), { maxLength: 5 }), async (failures, bad) => {
      const isBad = (line: string) => bad.some((index) => lineOf(index) === line);
      let insertions = 0;
      const { store, insert } = startFake((lines) => {
        insertions += 1;
        if (insertions > 3 && insertions <= 3 + failures) throw failure;
        if (lines.some(isBad)) throw parseError();
      });
      for (let done = false; !done; )
        done = await insert("events", blockOf(40, 10), "block").then(
          () => true,
          (error) => {
            expect(error).toBe(failure);
            return false;
          },
        );
      // Queries see each message once.
      expect(new Set(store.rows).size).toBe(40 - bad.length);
      expect(store.rejected.map(({ json }) => json).filter((json) => !isBad(json))).toEqual([]);
      expect(store.rejected).toHaveLength(bad.length);
    }),
  );
});

const attempts = async (insert: () => Promise<void>, most: number) => {
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const isDone = await insert().then(
      () => true,
      () => false,
    );
    if (isDone) return attempt;
  }
  return null;
};

it.each([
  ["the store crashes on", () => new Error("socket hang up")],
  ["the store fails on", () => new ClickHouseError({ message: "Logical error", code: "49" })],
  [
    "a store of a later version refuses with an error of its own",
    () => new ClickHouseError({ message: "New", code: "9999" }),
  ],
])("rejects rows that %s, repeatedly, and stores all others once", async (_what, failure) => {
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  let restarting = 0;
  const { store, insert } = startFake((lines) => {
    restarting -= 1;
    if (restarting > 0) throw away;
    if (!lines.includes(lineOf(17)) && !lines.includes(lineOf(30))) return;
    restarting = 3;
    throw failure();
  });
  const attempt = await attempts(() => insert("events", blockOf(40, 10), "block"), 50);
  expect(attempt).toBeGreaterThanOrEqual(5);
  expect(store.rejected.map(({ json }) => json)).toEqual([lineOf(17), lineOf(30)]);
  expect(new Set(store.rows).size).toBe(38);
});

it.each([
  ["fails on every row", 1000],
  ["fails on more rows than a few", 17],
])("rejects nothing while a store %s for no known reason", async (_what, count) => {
  const { store, insert } = startFake((lines) => {
    if (lines.some((line) => JSON.parse(line).n < count))
      throw new ClickHouseError({ message: "Logical error", code: "49" });
  });
  expect(await attempts(() => insert("events", blockOf(40, 10), "block"), 20)).toBeNull();
  expect(store.rejected).toEqual([]);
});

it.each(["252", "241", "60", "497", "16"])(
  "suspects no row while the store answers with code %s",
  async (code) => {
    const { store, insert } = startFake((lines) => {
      if (lines.includes(lineOf(3))) throw new ClickHouseError({ message: "No", code });
    });
    expect(await attempts(() => insert("events", blockOf(9, 3), "block"), 20)).toBeNull();
    expect(store.insertions).toBe(20);
  },
);

it("counts failures by table: a block of several stores the first one again at each attempt", async () => {
  const { store, insert } = startFake((lines) => {
    if (lines.includes(lineOf(17))) throw new Error("socket hang up");
  });
  const insertBlock = async () => {
    await insert("interactions", [Buffer.from('{"other":1}\n')], "block-interactions");
    await insert("replay_segments", blockOf(40, 10), "block-replay_segments");
  };
  expect(await attempts(insertBlock, 20)).not.toBeNull();
  expect(store.rejected.map(({ json }) => json)).toEqual([lineOf(17)]);
});
