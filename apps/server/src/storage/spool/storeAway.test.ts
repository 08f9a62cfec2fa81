import { ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { expect, it, onTestFinished, vi } from "vitest";
import { eventRows } from "../../testing/eventRow.ts";
import { silent } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { startDrain } from "./drain.ts";
import { startSpool } from "./spool.ts";

it("an event store that is away for an hour costs delay and nothing else", async () => {
  const stored: string[] = [];
  let isAway = true;
  let attempts = 0;
  const insertEvents = async (rows: readonly { message_id: string }[]) => {
    attempts += 1;
    if (isAway) throw new Error("It is away.");
    stored.push(...rows.map(({ message_id }) => message_id));
  };
  const spool = startSpool({ dir: temporaryDir() });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const drain = startDrain({ spool, eventStore: { insertEvents }, log: silent });

  for (let passed = 0; passed < ONE_HOUR; passed += ONE_MINUTE) {
    await expect(spool.append(eventRows(20, `minute ${passed} `))).resolves.toMatchObject({ accepted: 20 });
    await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  }
  expect(drain.status()).toMatchObject({ draining: false, depth: 1200, lastError: "It is away." });
  // It is asked now and then, not all the time.
  expect(attempts).toBeLessThan(ONE_HOUR / 10_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  await drain.stop();
  await spool.stop();
  expect([stored.length, new Set(stored).size]).toEqual([1200, 1200]);
});
