import fc from "fast-check";
import { expect, it } from "vitest";
import type { RecordedEvent } from "./recorded.types.ts";
import { type FormFields, showMaskedFields } from "./showMaskedFields.ts";

const input = (id: number, attributes: Record<string, unknown>) => ({
  type: 2,
  id,
  tagName: "input",
  attributes,
  childNodes: [],
});
const picture = (...childNodes: object[]): RecordedEvent => ({
  type: 2,
  timestamp: 1,
  data: { node: { type: 0, id: 1, childNodes } },
});
const increment = (data: Record<string, unknown>): RecordedEvent => ({ type: 3, timestamp: 5, data });
const entry = (id: number, text: string) => increment({ source: 5, id, text, isChecked: false });

it("shows the mask in number and date fields and leaves others alone", () => {
  const fields: FormFields = new Map();
  for (const type of ["number", "Date", "time", "month", "week", "datetime-local"]) {
    const masked = input(2, { type, value: "***", min: "1" });
    showMaskedFields(picture(masked), fields);
    expect(Object.entries(masked.attributes)).toEqual([
      ["type", "text"],
      ["min", "1"],
      ["value", "***"],
    ]);
  }
  const otherInputs = [input(2, { type: "number", value: "" }), input(3, { type: "email", value: "***" })];
  const before = structuredClone(otherInputs);
  showMaskedFields(picture(...otherInputs), fields);
  expect(otherInputs).toEqual(before);
});

it("turns a field into a text field on later input, within the same snapshot", () => {
  const fields: FormFields = new Map();
  showMaskedFields(picture(input(2, { type: "number" }), input(3, { type: "text" })), fields);
  const typed = entry(2, "***");
  const [before, after, ...more] = showMaskedFields(typed, fields);
  expect(before).toMatchObject({
    type: 3,
    timestamp: 5,
    data: { source: 0, attributes: [{ id: 2, attributes: { type: "text" } }] },
  });
  expect(after).toBe(typed);
  expect(more).toEqual([]);
  for (const other of [entry(2, ""), entry(3, "***"), entry(9, "***")])
    expect(showMaskedFields(other, fields)).toEqual([other]);
  showMaskedFields(picture(input(2, { type: "text" })), fields);
  expect(showMaskedFields(typed, fields)).toEqual([typed]);
});

it("handles added fields and values set by scripts", () => {
  const fields: FormFields = new Map();
  const added = input(4, { type: "date", value: "***" });
  showMaskedFields(increment({ source: 0, adds: [{ parentId: 1, node: added }] }), fields);
  expect(added.attributes).toEqual({ type: "text", value: "***" });
  const data = { source: 0, attributes: [{ id: 4, attributes: { value: "***" } }] };
  showMaskedFields(increment(data), fields);
  expect(data.attributes).toEqual([{ id: 4, attributes: { type: "text", value: "***" } }]);
});

it("keeps fields that show no text at their default", () => {
  const fields: FormFields = new Map();
  const range = input(2, { type: "range", value: "***", max: "9" });
  showMaskedFields(picture(range), fields);
  expect(range.attributes).toEqual({ type: "range", max: "9" });
  expect(showMaskedFields(entry(2, "***"), fields)).toEqual([]);
});

it("handles any input", () => {
  const event = fc.record({
    type: fc.integer({ min: 0, max: 7 }),
    timestamp: fc.integer(),
    data: fc.dictionary(fc.constantFrom("node", "source", "adds", "attributes", "text"), fc.jsonValue()),
  });
  fc.assert(fc.property(event, (anyEvent) => void showMaskedFields(anyEvent as RecordedEvent, new Map())));
});
