import { expect, test } from "vitest";
import { titleOf } from "./eventChoices.ts";

test("titleOf returns titles of known events and calls, and names of other events", () => {
  expect(titleOf({ type: "track", event: "click web" })).toBe("Click");
  expect(titleOf({ type: "track", event: "Order Completed" })).toBe("Order Completed");
  expect(titleOf({ type: "page", event: "" })).toBe("Page view");
});
