import { expect, test } from "vitest";
import { fillTemplate } from "./fillTemplate.ts";

test("places take their values, as often as they occur", () => {
  expect(fillTemplate("{a} and {b}, {a}", { a: 1, b: "two" })).toBe("1 and two, 1");
});

test("text without places stays as it is", () => {
  expect(fillTemplate("$& { } {}", {})).toBe("$& { } {}");
});

test("a value may look like a replacement pattern or a place", () => {
  expect(fillTemplate("{price}", { price: "$&{price}" })).toBe("$&{price}");
});

test("a place without a value is an error that names it", () => {
  expect(() => fillTemplate("{missing}", {})).toThrow("{missing}");
});
