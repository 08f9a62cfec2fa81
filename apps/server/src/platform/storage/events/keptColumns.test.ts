import { expect, it } from "vitest";
import { linkedSessionOf, withoutQueries, withoutQuery } from "./keptColumns.ts";

it("removes queries and fragments of an address", () => {
  expect(withoutQuery("https://cdn.example/a.js?user=ann#x\ny")).toBe("https://cdn.example/a.js");
  expect(withoutQuery("https://cdn.example/a.js")).toBe("https://cdn.example/a.js");
});

it.each([
  [
    "Error: no\n    at f (https://a.example/b.js?mail=x@y.z:1:2)",
    "Error: no\n    at f (https://a.example/b.js:1:2)",
  ],
  [
    "f@https://a.example/?a=1&b=2#c:10:20\ng@https://a.example/b.js:3:4",
    "f@https://a.example/:10:20\ng@https://a.example/b.js:3:4",
  ],
  ["  at https://a.example/page?token=1", "  at https://a.example/page"],
  ["why? see (b.js:1:2)", "why? see (b.js:1:2)"],
])("keeps places in a stack: %j", (stack, expected) => {
  expect(withoutQueries(stack)).toBe(expected);
});

it.each([{}, { context: null }, { context: { marquee: 5 } }, { context: { marquee: { session_id: "7" } } }])(
  "finds no session in %j",
  (event) => {
    expect(linkedSessionOf(event)).toBe(0);
  },
);
