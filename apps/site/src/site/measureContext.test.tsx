import type { Measure } from "@marquee/measure";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { MeasureProvider, useMeasure } from "./measureContext.tsx";
import { NOOP_MEASURE } from "./silentMeasure.ts";

let given: Measure | undefined;
function RequestContext() {
  given = useMeasure();
  return null;
}

it("throws outside its provider, in the words of the specification", () => {
  expect(() => renderToString(<RequestContext />)).toThrow("Expected Segment context provider to be mounted");
});

it("gives what its provider has; on the server nobody is measured", async () => {
  renderToString(
    <MeasureProvider value={NOOP_MEASURE}>
      <RequestContext />
    </MeasureProvider>,
  );
  expect(given).toBe(NOOP_MEASURE);
  expect(given?.consent.isGranted("C0002")).toBe(false);
  expect(await given?.location()).toBeNull();
});
