import fc from "fast-check";
import { expect, test } from "vitest";
import { TRACKED_SELECTOR } from "./trackedElements.ts";
import { type ClickTracking, TRACK_ATTRIBUTES, trackingAttributes } from "./trackingAttributes.ts";

const FIELDS = Object.keys(TRACK_ATTRIBUTES) as (keyof ClickTracking)[];

test("a button without tracking data gets the default event name and clicked type", () => {
  const defaults = { "data-track-event-name": "click web", "data-track-clicked-type": "button" };
  expect(trackingAttributes()).toEqual(defaults);
  expect(trackingAttributes({ eventName: undefined, source: undefined, sectionId: "" })).toEqual(defaults);
});

test("each given field is rendered as its own attribute, unchanged", () => {
  const tracking = fc.record(
    Object.fromEntries(FIELDS.map((field) => [field, fc.string({ minLength: 1 })])),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(tracking, (clickTracking: ClickTracking) => {
      const attributes = trackingAttributes(clickTracking);
      for (const field of FIELDS) {
        const carried = attributes[TRACK_ATTRIBUTES[field]];
        if (field in clickTracking) expect(carried).toBe(clickTracking[field]);
        else expect(carried).toBe({ eventName: "click web", clickedType: "button" }[field as "eventName"]);
      }
    }),
  );
});

test("no two fields share an attribute", () => {
  expect(new Set(Object.values(TRACK_ATTRIBUTES)).size).toBe(FIELDS.length);
});

test("TRACKED_SELECTOR matches every tracked element", () => {
  expect(TRACKED_SELECTOR).toBe(`[${TRACK_ATTRIBUTES.eventName}]`);
});
