import { expect, test } from "vitest";
import { fillTemplate } from "./fillTemplate.ts";

test("fills every occurrence of a placeholder", () => {
  expect(fillTemplate("{a} and {b}, {a}", { a: 1, b: "two" })).toBe("1 and two, 1");
});

test("leaves text without placeholders unchanged", () => {
  expect(fillTemplate("$& { } {}", {})).toBe("$& { } {}");
});

test("inserts values that look like replacement patterns or placeholders as they are", () => {
  expect(fillTemplate("{price}", { price: "$&{price}" })).toBe("$&{price}");
});

test("throws an error that names the placeholder without a value", () => {
  expect(() => fillTemplate("{missing}", {})).toThrow("{missing}");
});
