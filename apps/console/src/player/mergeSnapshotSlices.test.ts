import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeSnapshotSlices } from "./mergeSnapshotSlices.ts";
import { EVENT, type RecordedEvent, SOURCE } from "./recorded.types.ts";

const element = (id: number, attributes: object = {}, childNodes: object[] = []) => ({
  type: 2,
  id,
  tagName: "div",
  attributes,
  childNodes,
});
const empty = (id: number) => element(id, { rr_width: "0px", rr_height: "0px" });
const picture = (timestamp: number, ...nodes: object[]): RecordedEvent => ({
  type: EVENT.fullSnapshot,
  timestamp,
  data: { node: { type: 0, id: 1, childNodes: nodes } },
});
const add = (timestamp: number, ...nodes: object[]): RecordedEvent => ({
  type: EVENT.incremental,
  timestamp,
  data: { source: SOURCE.mutation, adds: nodes.map((node) => ({ parentId: 1, nextId: null, node })) },
});
const change = (timestamp: number, source: number): RecordedEvent => ({
  type: EVENT.incremental,
  timestamp,
  data: { source, id: 2 },
});
const times = (events: readonly RecordedEvent[]) => events.map(({ timestamp }) => timestamp);

it("applies slices, and changes between them, at the time of the snapshot and in order", () => {
  const slices = [
    add(20, element(2), empty(4)),
    add(30, element(9)),
    add(60, element(4)),
    add(80, element(3)),
  ];
  const events = [picture(10, empty(2), empty(3)), ...slices, add(90, element(8))];
  const joined = mergeSnapshotSlices(events);
  expect(times(joined)).toEqual([10, 11, 11, 11, 11, 90]);
  expect(joined.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
});

it("applies changes that the recorder held back until after the last slice", () => {
  const held = [add(10, element(2)), add(10, element(9))];
  expect(times(mergeSnapshotSlices([picture(10, empty(2)), ...held, add(12, element(8))]))).toEqual([
    10, 11, 11, 12,
  ]);
});

it("keeps the time of visitor activity, and of changes to a complete page", () => {
  const done = [change(20, SOURCE.scroll), change(30, SOURCE.mouseInteraction)];
  const events = [picture(10, empty(2)), ...done, add(40, element(2)), add(50, element(9))];
  expect(times(mergeSnapshotSlices(events))).toEqual([10, 11, 20, 30, 50]);
  expect(times(mergeSnapshotSlices([picture(10, element(2)), add(20, element(5))]))).toEqual([10, 20]);
});

it("restores the scroll position after the last slice and before the visitor's own scrolling", () => {
  const scrolled = (top: unknown) => {
    const whole = picture(10, empty(2));
    return mergeSnapshotSlices([
      { ...whole, data: { ...whole.data, initialOffset: { left: 0, top } } },
      add(40, element(2)),
      change(40, SOURCE.scroll),
    ]);
  };
  const events = scrolled(1600);
  expect(times(events)).toEqual([10, 11, 11, 40]);
  expect(events[2]).toEqual({
    type: EVENT.incremental,
    timestamp: 11,
    data: { source: SOURCE.scroll, id: 1, x: 0, y: 1600 },
  });
  for (const top of [0, "1600", undefined]) expect(times(scrolled(top))).toEqual([10, 11, 40]);
});

it("applies scrolling and typing that the recorder held back after the last slice", () => {
  const whole = picture(10, empty(2));
  const first = { ...whole, data: { ...whole.data, initialOffset: { left: 0, top: 1600 } } };
  const held = [change(10, SOURCE.scroll), add(10, empty(4)), change(10, SOURCE.input), add(10, element(2))];
  const merged = mergeSnapshotSlices([first, ...held, change(20, SOURCE.scroll)]);
  expect(times(merged)).toEqual([10, 11, 11, 11, 11, 11, 20]);
  expect(merged.map(({ data }) => data.y ?? data.source)).toEqual([
    undefined,
    SOURCE.mutation,
    SOURCE.mutation,
    1600,
    SOURCE.scroll,
    SOURCE.input,
    SOURCE.scroll,
  ]);
});

it("ignores elements that stay empty, and changes long after the snapshot", () => {
  expect(times(mergeSnapshotSlices([picture(10, empty(2)), add(20, empty(2))]))).toEqual([10, 20]);
  expect(times(mergeSnapshotSlices([picture(10, empty(2)), add(20_000, element(2))]))).toEqual([10, 20_000]);
});

it("stops at the next snapshot", () => {
  const events = [picture(10, empty(2)), add(20, element(2)), picture(30, empty(2)), add(40, element(2))];
  expect(times(mergeSnapshotSlices(events))).toEqual([10, 11, 30, 31]);
});

it("handles any input", () => {
  const event = fc.record({
    type: fc.constantFrom(2, 3),
    timestamp: fc.integer(),
    data: fc.dictionary(fc.constantFrom("node", "source", "adds"), fc.anything()),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      expect(mergeSnapshotSlices(events)).toHaveLength(events.length);
    }),
  );
});
