import { expect, it } from "vitest";
import { loadAllPages, MAX_ROWS } from "./loadAllPages.ts";

const SIZE = 3000;
const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => `${from + index}`);

/** Loads a list of `total` rows whose pages overlap by one row, as when rows arrive meanwhile. */
function loadList(total: number, signal = new AbortController().signal, onProgress = (_: number) => {}) {
  return loadAllPages({
    load: async (cursor) => {
      const from = Math.max(0, Number(cursor) - 1);
      const rows = ids(from, Math.min(SIZE, total - from));
      const end = from + rows.length;
      return { rows, next: end < total ? String(end) : null };
    },
    rowsOf: ({ rows }) => rows,
    keyOf: (row) => row,
  })({ signal, onProgress });
}

it("loads every page, and each row once", async () => {
  const seen: number[] = [];
  const { rows, isComplete } = await loadList(7000, undefined, (count) => seen.push(count));
  expect(rows).toEqual(ids(0, 7000));
  expect(isComplete).toBe(true);
  expect(seen).toEqual([3000, 5999, 7000]);
});

it("stops at the limit and says so", async () => {
  const { rows, isComplete } = await loadList(MAX_ROWS + 1);
  expect(rows).toHaveLength(MAX_ROWS);
  expect(isComplete).toBe(false);
  expect(await loadList(MAX_ROWS)).toMatchObject({ isComplete: true });
});

it("stops when it is aborted", async () => {
  const stop = new AbortController();
  await expect(loadList(9000, stop.signal, () => stop.abort())).rejects.toThrow(/abort/i);
});
