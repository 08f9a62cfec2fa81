import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { composeHandlers } from "./composeHandlers.ts";

beforeEach(() => vi.stubGlobal("document", new EventTarget()));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("ours runs first, then the caller's, with the same event", () => {
  const calls: string[] = [];
  composeHandlers<string>(
    (event) => calls.push(`ours ${event}`),
    (event) => calls.push(`caller's ${event}`),
  )("click");
  expect(calls).toEqual(["ours click", "caller's click"]);
});

test("an error in ours is logged and does not keep the caller's from running", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const error = new Error("ours");
  const callers = vi.fn();
  composeHandlers(() => {
    throw error;
  }, callers)("click");
  expect(callers).toHaveBeenCalledExactlyOnceWith("click");
  expect(log.mock.calls).toEqual([[expect.any(String), error]]);
});

test("an error in the caller's is not swallowed", () => {
  const click = composeHandlers(
    () => undefined,
    () => {
      throw new Error("caller's");
    },
  );
  expect(click).toThrow("caller's");
});
