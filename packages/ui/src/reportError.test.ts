import { ERROR_REPORT } from "@marquee/contract";
import { afterEach, expect, test, vi } from "vitest";
import { reportError } from "./reportError.ts";

afterEach(() => vi.unstubAllGlobals());

test("logs the error and dispatches an error report", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("document", new EventTarget());
  const handed: unknown[] = [];
  document.addEventListener(ERROR_REPORT, (event) => handed.push((event as CustomEvent).detail));
  const error = new Error("lost");
  reportError("It could not be fetched.", error);
  expect(log.mock.calls).toEqual([["It could not be fetched.", error]]);
  expect(handed).toEqual([{ error, context: "It could not be fetched." }]);
});
