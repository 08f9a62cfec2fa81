import { expect, it } from "vitest";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { chosenValue, toEventFilter, withValue } from "./eventAddress.ts";

it("chooses one value of a dimension, and none", () => {
  const chosen = withValue(EVERYTHING, "event:name", "Form Sent");
  expect(chosenValue(chosen, "event:name")).toBe("Form Sent");
  expect(chosenValue(withValue(chosen, "event:name", "click web"), "event:name")).toBe("click web");
  expect(withValue(chosen, "event:name", null).filters).toEqual([]);
});

const NONE = { type: "", error: "", person: "", messageId: "", audience: "", kind: "", bot: "" };

it("leaves out empty filters and unknown kinds", () => {
  expect(toEventFilter({ ...NONE, kind: "cats", type: "page" })).toEqual({ type: "page", kind: "people" });
});

it("leaves out bots, unless the URL includes them or selects certain events", () => {
  expect(toEventFilter(NONE)).toEqual({ kind: "people" });
  expect(toEventFilter({ ...NONE, kind: "all" })).toEqual({});
  expect(toEventFilter({ ...NONE, kind: "bots" })).toEqual({ kind: "bots" });
  expect(toEventFilter({ ...NONE, person: "ann" })).toEqual({ person: "ann" });
  expect(toEventFilter({ ...NONE, bot: "crawler" })).toEqual({ bot: "crawler" });
  expect(toEventFilter({ ...NONE, person: "ann", kind: "bots" })).toEqual({ person: "ann", kind: "bots" });
});
