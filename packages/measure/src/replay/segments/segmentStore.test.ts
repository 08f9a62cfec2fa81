import { beforeEach, expect, test, vi } from "vitest";
import { finishedSegment } from "../../testing/storedSegment.ts";
import { createMemoryStore, evictOldest, MAX_STORED_BYTES } from "./segmentStore.ts";

const complain = vi.spyOn(console, "warn");
beforeEach(() => void complain.mockReset().mockImplementation(() => {}));

test("drops the oldest finished segments above 20 MB and logs it", async () => {
  const store = createMemoryStore();
  const share = MAX_STORED_BYTES / 4;
  for (let index = 0; index < 5; index += 1) {
    const { stored } = finishedSegment("recording", index);
    await store.save({ ...stored, bytes: share, isFinished: index !== 0 }, []);
    await evictOldest(store);
  }
  expect((await store.list()).map(({ metadata }) => metadata.index)).toEqual([0, 2, 3, 4]);
  expect(complain).toHaveBeenCalledOnce();
});
