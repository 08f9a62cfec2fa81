import type { Measure } from "@marquee/measure";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { MeasureProvider, useMeasure } from "./measureContext.tsx";
import { NOOP_MEASURE } from "./silentMeasure.ts";

let measureInContext: Measure | undefined;
function MeasureReader() {
  measureInContext = useMeasure();
  return null;
}

it("throws the specified error outside its provider", () => {
  expect(() => renderToString(<MeasureReader />)).toThrow("Expected Segment context provider to be mounted");
});

it("returns its provider's value; the no-op measure grants no consent", async () => {
  renderToString(
    <MeasureProvider value={NOOP_MEASURE}>
      <MeasureReader />
    </MeasureProvider>,
  );
  expect(measureInContext).toBe(NOOP_MEASURE);
  expect(measureInContext?.consent.isGranted("C0002")).toBe(false);
  expect(await measureInContext?.location()).toBeNull();
});
