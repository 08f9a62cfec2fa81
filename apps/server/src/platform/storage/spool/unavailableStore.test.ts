import { ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { expect, it, onTestFinished, vi } from "vitest";
import { eventProcessOf } from "../../../testing/eventProcessOf.ts";
import { eventRows } from "../../../testing/eventRow.ts";
import { rowsOf } from "../../../testing/spooledRows.ts";
import { countRows, drained, silent, startTestStores } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { startDrain } from "./drain.ts";
import { type SpoolBlock, startSpool } from "./spool.ts";

it("stores each event once when the event store is killed twice while events arrive", async () => {
  const dataDir = temporaryDir();
  const stores = await startTestStores(dataDir);
  onTestFinished(stores.stop);
  const { spool, eventStore } = stores;
  for (let round = 0; round < 2; round += 1) {
    await expect.poll(() => eventProcessOf(dataDir)).not.toBe(null);
    const killed = Number(eventProcessOf(dataDir));
    await spool.append(eventRows(6000, `before ${round} `));
    // By now the first block is being inserted, or is stored but not confirmed.
    await new Promise((resolve) => setTimeout(resolve, 300 * Math.random()));
    process.kill(killed, "SIGKILL");
    await expect.poll(() => eventProcessOf(dataDir)).not.toBe(killed);
    await expect(spool.append(eventRows(500, `away ${round} `))).resolves.toMatchObject({ accepted: 500 });
  }
  await drained(stores);
  expect(await countRows(eventStore, "events_unique")).toBe(2 * 6500);
});

it("loses no events when the event store fails for an hour, and limits retries", async () => {
  const stored: string[] = [];
  let isAway = true;
  let attempts = 0;
  const insert = async (block: SpoolBlock) => {
    attempts += 1;
    if (isAway) throw new Error("It is away.");
    stored.push(...rowsOf(block).map(({ message_id }) => message_id));
  };
  const spool = startSpool({ dir: temporaryDir() });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const drain = startDrain({ spool, insert, log: silent });

  for (let passed = 0; passed < ONE_HOUR; passed += ONE_MINUTE) {
    await expect(spool.append(eventRows(20, `minute ${passed} `))).resolves.toMatchObject({ accepted: 20 });
    await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  }
  expect(await drain.status()).toMatchObject({
    draining: false,
    depth: 1200,
    lastError: "The event store did not respond, or closed the connection.",
  });
  expect(attempts).toBeLessThan(ONE_HOUR / 10_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  await drain.stop();
  await spool.stop();
  expect([stored.length, new Set(stored).size]).toEqual([1200, 1200]);
});
