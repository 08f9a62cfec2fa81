import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { eventRow, eventRows } from "../../../testing/eventRow.ts";
import { countRows, silent, startTestEvents } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "../../../testing/temporaryDir.ts";
import type { EventRow } from "../events/eventRow.types.ts";
import type { EventStore } from "../events/eventStore.ts";
import { type Drain, startDrain } from "./drain.ts";
import { type Spool, startSpool } from "./spool.ts";
import type { SpoolBlock } from "./spoolFile.ts";

let dataDir: string;
let eventStore: EventStore;
beforeAll(async () => {
  dataDir = createTemporaryDir();
  eventStore = await startUnmerged();
});
afterAll(async () => {
  await eventStore.stop();
  removeDir(dataDir);
});

/** Stops merges, so that duplicate rows stay and can be counted; otherwise the engine merges them at any time. */
async function startUnmerged(): Promise<EventStore> {
  const store = await startTestEvents(dataDir);
  await store.command("SYSTEM STOP MERGES events");
  return store;
}

type Insert = (block: SpoolBlock) => Promise<void>;

/** A new spool that drains through `insert`. */
function startPair(insert: Insert, rows?: number): { spool: Spool; drain: Drain } {
  const spool = startSpool({ dir: temporaryDir() });
  const limits = rows ? { limits: { rows } } : {};
  const drain = startDrain({ spool, insert, log: silent, interval: 20, ...limits });
  onTestFinished(async () => {
    await drain.stop();
    await spool.stop();
  });
  return { spool, drain };
}

async function timeOf(run: () => Promise<void>): Promise<Milliseconds> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

const toStore: Insert = ({ entries, token }) =>
  eventStore.insertLines(
    "events",
    entries.map(({ lines }) => lines),
    token,
  );
const like = (prefix: string) => `message_id LIKE '${prefix}%'`;
const countStored = (prefix: string) => countRows(eventStore, "events", like(prefix));

describe("startDrain", () => {
  it("moves rows into the event store with every column unchanged", async () => {
    const { spool, drain } = startPair(toStore);
    const row = eventRow({
      message_id: "whole",
      timestamp: 1_780_000_000_123,
      title: 'Q"ü\n🌱',
      properties: '{"a":1}',
    });
    await spool.append([row]);
    await expect.poll(drain.status).toMatchObject({ draining: true, depth: 0, lastError: null });
    const columns = Object.keys(row).map((name) =>
      /_at$|timestamp$/.test(name) ? `toUnixTimestamp64Milli(${name}) AS ${name}` : name,
    );
    const [stored] = await eventStore.query<EventRow>(
      `SELECT ${columns.join(", ")} FROM (SELECT * FROM events WHERE message_id = 'whole')`,
    );
    expect(stored).toEqual(row);
  });

  it("keeps all rows and reports the error while the event store fails, and continues once it accepts rows again", async () => {
    let isAway = true;
    const { spool, drain } = startPair(async (block) => {
      if (isAway) throw new Error("It is away.");
      await toStore(block);
    }, 40);
    await spool.append(eventRows(100, "away"));
    await expect
      .poll(drain.status)
      .toMatchObject({
        draining: false,
        depth: 100,
        lastError: "The event store did not respond, or closed the connection.",
      });
    isAway = false;
    await expect.poll(drain.status).toMatchObject({ draining: true, depth: 0, lastError: null });
    expect(await countStored("away")).toBe(100);
  });

  it("stores a block once when its response is lost and more events arrive before the retry", async () => {
    let answersLost = 0;
    const { spool } = startPair(async (block) => {
      await toStore(block);
      if (answersLost < 2) {
        answersLost += 1;
        await spool.append(eventRows(10, `lost-later${answersLost}-`));
        throw new Error("socket hang up");
      }
    });
    await spool.append(eventRows(50, "lost"));
    await expect.poll(() => spool.depth()).toBe(0);
    expect(answersLost).toBe(2);
    expect(await countStored("lost")).toBe(70);
  });

  it("moves the remaining rows when it stops", async () => {
    const { spool, drain } = startPair(toStore, 30);
    await spool.append(eventRows(100, "rest"));
    await drain.stop();
    expect(spool.depth()).toBe(0);
    expect(await countStored("rest")).toBe(100);
  });

  it("stops without waiting for a retry while the event store fails, and keeps the events", async () => {
    let refuse: (error: Error) => void = () => undefined;
    const insert = vi.fn(() => new Promise<void>((_, reject) => (refuse = reject)));
    const { spool, drain } = startPair(insert);
    await spool.append(eventRows(5, "refused"));
    await expect.poll(() => insert.mock.calls.length).toBe(1);
    const stopped = drain.stop();
    refuse(new Error("It is away."));
    // Before the first retry delay has passed.
    await expect.poll(() => insert.mock.calls.length, { interval: 10, timeout: 400 }).toBe(2);
    refuse(new Error("It is still away."));
    await stopped;
    expect(spool.depth()).toBe(5);
  });

  it("stops within its deadline when the event store does not respond, and then leaves the spool unchanged", async () => {
    let answer: () => void = () => undefined;
    const insert = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    const { spool, drain } = startPair(insert);
    await spool.append(eventRows(5, "hang"));
    await expect.poll(() => insert.mock.calls.length).toBe(1);
    expect(await timeOf(() => drain.stop())).toBeLessThan(8 * ONE_SECOND);
    answer();
    await new Promise(setImmediate);
    expect(spool.depth()).toBe(5);
    expect(insert).toHaveBeenCalledTimes(1);
  });
});

it("stores a batch once when it is sent three times with restarts in between", async () => {
  const dir = temporaryDir();
  for (let time = 0; time < 3; time += 1) {
    const spool = startSpool({ dir });
    const drain = startDrain({ spool, insert: toStore, log: silent });
    await spool.append(eventRows(200, "thrice"));
    await drain.stop();
    await spool.stop();
    await eventStore.stop();
    eventStore = await startUnmerged();
  }
  expect(await countStored("thrice")).toBe(200);
  expect(await countRows(eventStore, "events_unique", like("thrice"))).toBe(200);
});

it("shows a message once when it reaches the event store in two different blocks", async () => {
  await eventStore.insert("events", eventRows(20, "cut"), "one block");
  await eventStore.insert("events", eventRows(30, "cut"), "another block");
  expect(await countStored("cut")).toBe(50);
  expect(await countRows(eventStore, "events_unique", like("cut"))).toBe(30);
});
