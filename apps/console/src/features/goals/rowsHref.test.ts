import { DEFAULT_RANGE } from "@marquee/contract";
import { expect, it } from "vitest";
import { readScope } from "../../shared/address/scope.ts";
import { rowsHref } from "./GoalTable.tsx";

it("opens the visits that reached the goal in the 30 days that its figures cover", () => {
  const href = rowsHref("Viewed a, b & c");
  const search = href.slice(href.indexOf("?"));
  expect(new URLSearchParams(search).get("rows")).toBe("visitors");
  expect(readScope("/", search).ignored).toEqual([]);
  expect(readScope("/", search).scope).toMatchObject({
    range: DEFAULT_RANGE,
    filters: [{ operator: "is", dimension: "event:goal", values: ["Viewed a, b & c"] }],
  });
});
