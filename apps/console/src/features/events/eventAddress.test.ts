import { expect, it } from "vitest";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { chosenValue, toEventFilter, withValue } from "./eventAddress.ts";

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
