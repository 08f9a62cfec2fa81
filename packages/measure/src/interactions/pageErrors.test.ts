import { ERROR_EVENT, ERROR_REPORT } from "@marquee/contract";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { describeError, startErrors } from "./pageErrors.ts";

afterEach(() => vi.unstubAllGlobals());

function open() {
  const page = { pathname: "/pricing" };
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("location", page);
  const told: [event: string, properties: Record<string, unknown>][] = [];
  const errors = startErrors((event, properties) => told.push([event, properties]));
  const fail = (message: string, fields: object = {}) =>
    window.dispatchEvent(
      Object.assign(new Event("error"), { message, error: null, filename: "", ...fields }),
    );
  const report = (detail: unknown) => document.dispatchEvent(new CustomEvent(ERROR_REPORT, { detail }));
  return { page, told, errors, fail, report };
}

const messages = (told: ReturnType<typeof open>["told"]) => told.map(([, { message }]) => message);

it("tracks uncaught errors, unhandled rejections and reported errors", () => {
  const { told, fail, report } = open();
  fail("lost", { filename: "https://a.example/app.js", lineno: 2, colno: 9 });
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "refused" }));
  report({ error: new RangeError("too far"), context: "calendar" });
  for (const nothing of [null, "text", {}]) report(nothing);
  expect(told).toMatchObject([
    [ERROR_EVENT, { kind: "error", message: "lost", source: "https://a.example/app.js", line: 2, column: 9 }],
    [ERROR_EVENT, { kind: "unhandled rejection", message: "refused" }],
    [ERROR_EVENT, { kind: "reported", message: "RangeError: too far", context: "calendar" }],
  ]);
});

it("tracks each error once, and at most ten per page view", () => {
  const { page, told, errors, fail } = open();
  for (let time = 0; time < 3; time += 1) fail("again");
  for (let index = 0; index < 20; index += 1) fail(`other ${index}`);
  expect(messages(told)).toEqual(["again", ...Array.from({ length: 9 }, (_, index) => `other ${index}`)]);
  errors.pageShown();
  fail("still the same page");
  page.pathname = "/brain";
  errors.pageShown();
  fail("again");
  expect(messages(told).slice(10)).toEqual(["again"]);
});

it("ignores extension errors, opaque script errors and ResizeObserver notices", () => {
  const { told, fail } = open();
  fail("Script error.");
  fail("ResizeObserver loop completed with undelivered notifications.");
  fail("blocked", { filename: "chrome-extension://abc/content.js" });
  const error = Object.assign(new Error("injected"), { stack: "at x (moz-extension://abc/a.js:1:1)" });
  fail("Uncaught", { error });
  expect(told).toEqual([]);
});

it("tracks nothing after stop", () => {
  const { told, errors, fail, report } = open();
  errors.stop();
  fail("late");
  report({ error: "late" });
  expect(told).toEqual([]);
});

it("describes the error and its location", () => {
  const error = new TypeError("x is not a function");
  const place = { source: "https://a.example/app.js", line: 3, column: 14 };
  expect(describeError({ kind: "error", error, message: "Uncaught TypeError", ...place })).toEqual({
    kind: "error",
    message: "TypeError: x is not a function",
    ...place,
    stack: error.stack,
  });
});

it("accepts any thrown value, and uses the browser's message if it has none", () => {
  const messageOf = (error: unknown, message?: string) =>
    describeError({ kind: "unhandled rejection", error, ...(message && { message }) }).message;
  expect([messageOf("lost"), messageOf(404), messageOf(null, "Script failed"), messageOf(undefined)]).toEqual(
    ["lost", "404", "Script failed", "Unknown error"],
  );
});

it("truncates texts and redacts email addresses", () => {
  const anyText = fc.string({ maxLength: 600 });
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const error = new Error(`${before} jo@b.example ${after}`);
      error.stack = `at https://a.example/?email=jo%40b.example&x=1 jo@b.example\n${"x".repeat(5000)}`;
      const source = "https://a.example/app.js?EMAIL=jo@b.example";
      const told = describeError({ kind: "reported", error, source, context: `for ${before}jo@b.example` });
      expect(JSON.stringify(told)).not.toMatch(/jo(@|%40)b\.example/);
      expect([told.message.length <= 500, told.stack.length]).toEqual([true, 4000]);
    }),
  );
});

it("does not split characters", () => {
  const error = Object.assign(new Error(`${"x".repeat(492)}🎉`), { stack: `${"x".repeat(3999)}🎉` });
  const [source, context] = [`${"x".repeat(499)}🎉`, `${"x".repeat(199)}🎉`];
  const told = describeError({ kind: "reported", error, source, context });
  expect([told.message, told.stack, told.source, told.context]).toEqual([
    `Error: ${"x".repeat(492)}`,
    "x".repeat(3999),
    "x".repeat(499),
    "x".repeat(199),
  ]);
});

it("handles one very long word quickly", () => {
  const told = describeError({ kind: "reported", error: `${"x".repeat(1_000_000)} jo@b.example` });
  expect(told.message).toBe("x".repeat(500));
});
