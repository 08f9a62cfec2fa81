import fc from "fast-check";
import { expect, it } from "vitest";
import { describeError } from "./describeError.ts";

it("says what was thrown and where", () => {
  const error = new TypeError("x is not a function");
  const place = { source: "https://a.example/app.js", line: 3, column: 14 };
  expect(describeError({ kind: "error", error, message: "Uncaught TypeError", ...place })).toEqual({
    kind: "error",
    message: "TypeError: x is not a function",
    ...place,
    stack: error.stack,
  });
});

it("takes anything for thrown, and the browser's words where it says nothing itself", () => {
  const messageOf = (error: unknown, message?: string) =>
    describeError({ kind: "unhandled rejection", error, ...(message && { message }) }).message;
  expect([messageOf("lost"), messageOf(404), messageOf(null, "Script failed"), messageOf(undefined)]).toEqual(
    ["lost", "404", "Script failed", "Unknown error"],
  );
});

it("cuts texts and leaves no e-mail address in any", () => {
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

it("is done soon with one long word", () => {
  const told = describeError({ kind: "reported", error: `${"x".repeat(1_000_000)} jo@b.example` });
  expect(told.message).toBe("x".repeat(500));
});
