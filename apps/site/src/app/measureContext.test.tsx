import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { MeasureProvider, type PageMeasure, useMeasure } from "./measureContext.tsx";

let given: PageMeasure | undefined;
function Asking() {
  given = useMeasure();
  return null;
}

it("throws outside its provider, in the words of the specification", () => {
  expect(() => renderToString(<Asking />)).toThrow("Expected Segment context provider to be mounted");
});

it("does nothing where nobody is measured", async () => {
  renderToString(
    <MeasureProvider measure={null}>
      <Asking />
    </MeasureProvider>,
  );
  expect(given?.track("click web")).toBeUndefined();
  expect(given?.consent.isGranted("C0002")).toBe(false);
  expect(await given?.location()).toBeNull();
});
