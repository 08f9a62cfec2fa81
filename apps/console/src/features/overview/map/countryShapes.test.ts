import { expect, it } from "vitest";
import { countryShapes } from "./countryShapes.ts";

it("has the outline of each country with its own code, so that figures are drawn in the right place", () => {
  const shapes = countryShapes();
  const codes = shapes.map(({ code }) => code).filter((code) => code !== "");
  expect(new Set(codes).size).toBe(codes.length);
  expect(shapes.filter(({ code }) => code === "").map(({ key }) => key)).toEqual(["N. Cyprus", "Somaliland"]);
  expect(shapes.every(({ path }) => path.startsWith("M") && !path.includes("NaN"))).toBe(true);
  const regions = new Intl.DisplayNames("en", { type: "region" });
  expect(codes.filter((code) => regions.of(code) === code)).toEqual([]);
  // Whether it is in the left half of the map.
  const leftOf = (code: string) =>
    Number(/^M(-?[\d.]+)/.exec(shapes.find((each) => each.code === code)?.path ?? "")?.[1]);
  expect([leftOf("BR") < 480, leftOf("DE") > 480, leftOf("AU") > 700]).toEqual([true, true, true]);
});
