import { expect, test } from "vitest";
import { titleOf } from "./eventChoices.ts";

test("known events and calls have titles; others are called what they were sent as", () => {
  expect(titleOf({ type: "track", event: "click web" })).toBe("Click");
  expect(titleOf({ type: "track", event: "Order Completed" })).toBe("Order Completed");
  expect(titleOf({ type: "page", event: "" })).toBe("Page view");
});
