import { expect, it, vi } from "vitest";
import { createLoader } from "./createLoader.ts";

it("is idle until the code is needed, then loads it once", async () => {
  const load = vi.fn(async () => "code");
  const loader = createLoader(load, () => undefined);
  expect([loader.state(), load.mock.calls.length]).toEqual(["idle", 0]);
  const both = Promise.all([loader.get(), loader.get()]);
  expect(loader.state()).toBe("loading");
  expect(await both).toEqual(["code", "code"]);
  expect([loader.state(), load.mock.calls.length]).toEqual(["ready", 1]);
});

it("reports a load error once and does not retry", async () => {
  const onError = vi.fn();
  const load = vi.fn(() => Promise.reject(new Error("away")));
  const loader = createLoader(load, onError);
  expect([await loader.get(), await loader.get()]).toEqual([null, null]);
  expect([loader.state(), load.mock.calls.length]).toEqual(["error", 1]);
  expect(onError.mock.calls).toEqual([[new Error("away")]]);
});
