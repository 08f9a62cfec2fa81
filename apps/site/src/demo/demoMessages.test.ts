import fc from "fast-check";
import { expect, it } from "vitest";
import { parseHostedMessage } from "./demoMessages.ts";

const navattic = (type: string, more: object = {}) =>
  parseHostedMessage({ type, project: { id: "p1", name: "Tour" }, ...more });
const storylane = (event: string, more: object = {}) =>
  parseHostedMessage({ message: "storylane-demo-event", payload: { event, demo: { id: "d1" }, ...more } });

it.each([
  ["START_FLOW", "start flow"],
  ["VIEW_STEP", "view step"],
  ["COMPLETE_FLOW", "complete flow"],
  ["ENGAGE", "engage"],
  ["CONVERTED", "converted"],
  ["OPEN_CHECKLIST", "open checklist"],
  ["CLOSE_CHECKLIST", "close checklist"],
  ["COMPLETE_TASK", "complete checklist task"],
])("reads Navattic's %s", (type, event) => {
  const step = { name: "Board", indx: 2 };
  const properties = [{ object: "END_USER", name: "email", value: "ada@acme.example" }];
  expect(navattic(type, { step, properties })).toEqual({
    event,
    demo: { demoId: "p1", stepId: "Board", stepIndex: 2 },
  });
});

it.each([
  ["demo_open", "start flow"],
  ["step_view", "view step"],
  ["demo_finished", "complete flow"],
  ["primary_cta", "converted"],
])("reads Storylane's %s", (name, event) => {
  const lead = { email: "ada@acme.example" };
  expect(storylane(name, { step: { id: "s3", index: 3 }, lead })).toEqual({
    event,
    demo: { demoId: "d1", stepId: "s3", stepIndex: 2 },
  });
});

it("ignores everything else, and what it cannot use", () => {
  for (const type of ["IDENTIFY_USER", "NAVIGATE", "constructor", "toString"]) {
    expect(navattic(type)).toBeNull();
    expect(storylane(type)).toBeNull();
  }
  expect(storylane("lead_identify")).toBeNull();
  expect(navattic("VIEW_STEP", { project: null, step: { name: 7, indx: -1 } })).toEqual({
    event: "view step",
    demo: {},
  });
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (data) => {
      expect(parseHostedMessage(data)).toBeNull();
    }),
  );
});
