import type { RumEvent } from "@datadog/browser-rum-slim";
import { expect, test } from "vitest";
import { hideActionName } from "./hideActionName.ts";

const nameAfter = (source: string | undefined) => {
  const action = { type: "click", target: { name: "Hello Anna" } };
  const event = { type: "action", action, _dd: { action: { name_source: source } } };
  hideActionName(event as unknown as RumEvent);
  return action.target.name;
};

test("an action keeps only the name that an attribute gives", () => {
  expect(nameAfter("custom_attribute")).toBe("Hello Anna");
  for (const source of ["text_content", "standard_attribute", "mask_placeholder", "other", undefined])
    expect(nameAfter(source)).toBe("");
});

test("leaves alone what has no such name", () => {
  const events = [
    { type: "view", view: { name: "/" } },
    { type: "action", action: { type: "click" }, _dd: {} },
  ];
  const before = structuredClone(events);
  for (const event of events) hideActionName(event as unknown as RumEvent);
  expect(events).toEqual(before);
});
