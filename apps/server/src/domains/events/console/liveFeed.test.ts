import { ONE_SECOND } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { silent } from "../../../testing/startTestStores.ts";
import { createLiveFeed } from "./liveFeed.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("queries the store once a second, even if listeners come and go during a query", async () => {
  let queries = 0;
  const query = async () => {
    queries += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [];
  };
  const feed = createLiveFeed({ store: { query }, now: Date.now, log: silent });
  let leave = feed.subscribe(() => undefined);
  for (let time = 0; time < 20; time += 1) {
    await vi.advanceTimersByTimeAsync(2);
    leave();
    leave = feed.subscribe(() => undefined);
  }
  queries = 0;
  await vi.advanceTimersByTimeAsync(11 * ONE_SECOND);
  expect(queries).toBe(10);
  feed.stop();
});
