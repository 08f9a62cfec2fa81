import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testSite } from "../site/testing/testSite.ts";
import { FLAG_TIMES } from "./answers.ts";
import { startNextFlagValues } from "./nextFlagValues.ts";
import type { subscribeToFlags } from "./subscribeToFlags.ts";

const subscribe = vi.hoisted(() => vi.fn<typeof subscribeToFlags>());
vi.mock("./subscribeToFlags.ts", () => ({ subscribeToFlags: subscribe }));

const { settings } = testSite("/");
const consent = { isGranted: () => true, subscribe: () => () => undefined };

/** Values for the next page after the subscription has begun. */
async function start() {
  const values = startNextFlagValues(settings, { consent } as unknown as Parameters<
    typeof startNextFlagValues
  >[1]);
  await vi.advanceTimersByTimeAsync(FLAG_TIMES.follow);
  await vi.dynamicImportSettled();
  return values;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the next page waits for the first values", async () => {
  const flags = { ...settings.flags, "new-card-ui-CLK-123": true };
  subscribe.mockImplementation(({ onAnswers }) => ({
    ready: new Promise((resolve) => setTimeout(resolve, 1000)).then(() => onAnswers({ ...settings, flags })),
    stop: () => undefined,
  }));
  const values = await start();
  const settled = values.settled();
  await vi.advanceTimersByTimeAsync(1000);
  expect((await settled)?.flags).toBe(flags);
  values.stop();
});

test("but no longer than the anti-flicker timeout", async () => {
  subscribe.mockReturnValue({ ready: new Promise(() => undefined), stop: () => undefined });
  const values = await start();
  let answer: unknown = "waiting";
  void values.settled().then((next) => {
    answer = next;
  });
  await vi.advanceTimersByTimeAsync(3499);
  expect(answer).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toBe(settings);
  values.stop();
});
