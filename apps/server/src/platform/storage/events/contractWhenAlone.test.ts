import { expect, it, vi } from "vitest";
import { contractWhenAlone } from "./contractWhenAlone.ts";
import type { Migration } from "./migrations/migration.types.ts";

const CONTRACT: Migration = { number: 20, name: "without visits", kind: "contract", statements: [] };
const EXPAND: Migration = { number: 21, name: "columns", kind: "expand", statements: [] };

function createStore(pending: Migration[]) {
  const older = ["web-1"];
  const stopping = new AbortController();
  const log = { info: vi.fn(), warn: vi.fn() };
  const migrate = vi.fn(async (_signal: AbortSignal) => {
    pending.splice(pending.indexOf(CONTRACT), 1);
  });
  const listOlder = vi.fn(async () => [...older]);
  const neighbors = {
    alone: <Result>(task: (signal: AbortSignal) => Promise<Result>) => task(new AbortController().signal),
    listOlder,
  };
  const options = { neighbors, findPending: async () => [...pending], migrate, log, interval: 1 };
  return {
    older,
    stopping,
    log,
    migrate,
    listOlder,
    run: () => contractWhenAlone({ ...options, stopping: stopping.signal }),
  };
}

it("waits until all running instances know the migration, and logs once which ones it is waiting for", async () => {
  const { older, log, migrate, listOlder, run } = createStore([CONTRACT, EXPAND]);
  const done = run();
  await vi.waitUntil(() => listOlder.mock.calls.length > 3);
  expect(migrate).not.toHaveBeenCalled();
  expect(listOlder).toHaveBeenCalledWith(CONTRACT.number);
  older.pop();
  await done;
  expect(migrate).toHaveBeenCalledOnce();
  expect(log.info.mock.calls).toEqual([
    [
      'The migration "without visits" of the event store waits until these instances of an earlier version have ended: web-1.',
    ],
  ]);
});

it("retries after a failure", async () => {
  const { older, log, migrate, run } = createStore([CONTRACT]);
  older.pop();
  migrate.mockRejectedValueOnce(new Error("gone"));
  await run();
  expect(migrate).toHaveBeenCalledTimes(2);
  expect(log.warn).toHaveBeenCalledOnce();
});

it("ends when the server stops", async () => {
  const { stopping, migrate, listOlder, run } = createStore([CONTRACT]);
  const done = run();
  await vi.waitUntil(() => listOlder.mock.calls.length > 0);
  stopping.abort();
  await done;
  expect(migrate).not.toHaveBeenCalled();
});
