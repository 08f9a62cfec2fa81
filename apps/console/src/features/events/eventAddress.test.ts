import { expect, it } from "vitest";
import { EVERYTHING, readScope } from "../../shared/address/scope.ts";
import { chosenValue, toEventFilter, withMovedFilters, withValue } from "./eventAddress.ts";

it("moves filters of older links into the scope", () => {
  const moved = withMovedFilters("range=7d&path=/a,b&event=Viewed&type=page") ?? "";
  expect(readScope(moved).scope.filters).toEqual([
    { operator: "contains", dimension: "event:name", values: ["Viewed"] },
    { operator: "is", dimension: "event:page", values: ["/a,b"] },
  ]);
  expect(new URLSearchParams(moved).get("type")).toBe("page");
  expect(withMovedFilters("range=7d&type=page&f=is,country,DE")).toBeNull();
});

it("chooses one value of a dimension, and none", () => {
  const chosen = withValue(EVERYTHING, "event:name", "Form Sent");
  expect(chosenValue(chosen, "event:name")).toBe("Form Sent");
  expect(chosenValue(withValue(chosen, "event:name", "click web"), "event:name")).toBe("click web");
  expect(withValue(chosen, "event:name", null).filters).toEqual([]);
});

it("leaves out empty filters and unknown kinds", () => {
  const none = { type: "", error: "", person: "", messageId: "", audience: "", kind: "cats", bot: "" };
  expect(toEventFilter(none)).toEqual({});
  expect(toEventFilter({ ...none, person: "ann", kind: "bots" })).toEqual({ person: "ann", kind: "bots" });
});
