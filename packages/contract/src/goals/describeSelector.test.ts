import { expect, it } from "vitest";
import { describeSelector, elementTitle } from "./describeSelector.ts";

it.each([
  ['html footer a[href="/security"]', "Link to /security in the footer"],
  ['html header a[href="/pricing"] > svg', "Link to /pricing in the header"],
  ['[data-section-id="hero"] a[data-track-link-title="Start free"]', "Link “Start free” in section hero"],
  ['[data-section-id="faq"] button:nth-child(2)', "Button in section faq"],
  ['[data-section-id="faq"] > div:nth-child(1) > p:nth-child(2)', "Element in section faq"],
  ["#buy", "Element “buy”"],
  ['#plans input[name="seats"]', "Field “seats”"],
  ['html a[href="/a\\"b"]', 'Link to /a"b'],
  ["#\\31 st", "Element “1st”"],
  ["", "Element"],
  ["#\\ffffff ", "Element"],
])("names %j", (selector, name) => {
  expect(describeSelector(selector)).toBe(name);
});

it("names interactive elements by kind and text, and others by their text", () => {
  expect(elementTitle("BUTTON", "Save")).toBe("Button “Save”");
  expect(elementTitle("p", "A sentence.")).toBe("A sentence.");
});
