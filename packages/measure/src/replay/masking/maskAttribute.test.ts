import fc from "fast-check";
import { expect, it } from "vitest";
import { type AttributePlace, maskAttribute } from "./maskAttribute.ts";
import type { Visibility } from "./maskText.ts";

const place = (tagName: string, visibility: Visibility, isSvg = false): AttributePlace => ({
  tagName,
  visibility,
  isSvg,
});
const mask = (name: string, value: string, at: AttributePlace) =>
  maskAttribute(name, value, at, {
    filterAddress: (address) => address.replace("secret", "…"),
    maskTypedText: (text) => text.replace("typed", "***"),
  });
const anyVisibility = fc.constantFrom<Visibility>("shown", "hidden", "entry");

it("masks typed values of any length in any element", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("input", "textarea", "select", "button", "custom-field"),
      fc.string({ minLength: 1 }),
      anyVisibility,
      (tagName, value, visibility) => mask("value", value, place(tagName, visibility)) === "***",
    ),
  );
  expect(mask("value", "", place("input", "shown"))).toBe("");
  expect(mask("aria-valuetext", "tall", place("select", "shown"))).toBe("***");
});

it("keeps the labels of buttons as text of the page, but not typed text", () => {
  for (const type of ["submit", "reset", "button", "SUBMIT"]) {
    const of = (visibility: Visibility) => ({ ...place("input", visibility), type });
    expect(mask("value", "Send form", of("shown"))).toBe("Send form");
    expect(mask("value", "Send typed", of("shown"))).toBe("Send ***");
    expect(mask("value", "Send form", of("hidden"))).toBe("xxxx xxxx");
    expect(mask("value", "Send form", of("entry"))).toBe("***");
  }
  for (const type of ["text", "image", "hidden", ""])
    expect(mask("value", "Send form", { ...place("input", "shown"), type })).toBe("***");
  expect(mask("value", "form", { ...place("button", "shown"), type: "submit" })).toBe("***");
});

it("masks typed values in text attributes and keeps structural attributes", () => {
  expect(mask("title", "You typed", place("p", "shown"))).toBe("You ***");
  expect(mask("class", "typed", place("p", "shown"))).toBe("typed");
});

it("drops choices, code, inline documents and large data URLs", () => {
  for (const name of ["checked", "selected", "srcdoc", "onclick", "OnClick"])
    expect(mask(name, "x", place("input", "shown"))).toBeUndefined();
  expect(mask("href", "javascript:alert(1)", place("a", "shown"))).toBeUndefined();
  expect(mask("src", `data:image/png;base64,${"A".repeat(10_000)}`, place("img", "shown"))).toBeUndefined();
});

it("keeps the page's own text if text is shown, and masks it if text is hidden", () => {
  for (const name of ["placeholder", "title", "alt", "aria-label", "data-note", "content"]) {
    expect(mask(name, "Hello you", place("p", "shown"))).toBe("Hello you");
    expect(mask(name, "Hello you", place("p", "hidden"))).toBe("xxxxx xxx");
    expect(mask(name, "Hello you", place("p", "entry"))).toBe("***");
  }
  expect(mask("value", "monthly", place("option", "shown"))).toBe("monthly");
  expect(mask("value", "monthly", place("option", "hidden"))).toBe("xxxxxxx");
});

it("keeps attributes that describe appearance at every level", () => {
  for (const visibility of ["shown", "hidden", "entry"] as const) {
    expect(mask("class", "card tall", place("p", visibility))).toBe("card tall");
    expect(mask("aria-expanded", "true", place("p", visibility))).toBe("true");
    expect(mask("d", "M0 0h9", place("path", visibility, true))).toBe("M0 0h9");
  }
  expect(mask("aria-label", "Hello", place("svg", "hidden", true))).toBe("xxxxx");
});

it("filters URLs, and drops those inside typed content", () => {
  expect(mask("href", "https://a.example/secret", place("a", "shown"))).toBe("https://a.example/…");
  expect(mask("srcset", "/secret.png 1x, /b.png 2x", place("img", "shown"))).toBe("/….png 1x, /b.png 2x");
  expect(mask("href", "mailto:anna@a.example", place("a", "shown"))).toBe("mailto:anna@a.example");
  expect(mask("href", "mailto:anna@a.example", place("a", "hidden"))).toBeUndefined();
  for (const name of ["href", "src", "srcset", "poster"])
    expect(mask(name, "/a", place("img", "entry"))).toBeUndefined();
});

it("lets no text through in text attributes if text is hidden", () => {
  const name = fc.constantFrom("title", "alt", "aria-label", "data-x", "content", "summary", "label");
  fc.assert(
    fc.property(name, fc.constantFrom<Visibility>("hidden", "entry"), (attribute, visibility) => {
      return !mask(attribute, "canary", place("div", visibility))?.includes("canary");
    }),
  );
});

it("drops every choice except the selected tab", () => {
  const at = (role: string) => ({ ...place("div", "shown"), role });
  for (const role of ["", "radio", "checkbox", "switch", "option", "menuitemradio", "menuitemcheckbox"]) {
    expect(mask("aria-checked", "true", at(role))).toBeUndefined();
    expect(mask("aria-selected", "false", at(role))).toBeUndefined();
  }
  expect(mask("aria-selected", "true", at("tab"))).toBe("true");
});

it("drops custom properties from the style of fields and filters its URLs", () => {
  const style =
    "--x: 'a;b'; color: red; --y: {a: b; c: d}; width: calc((1px + 2px) * 3); background: url(/secret)";
  for (const at of [place("input", "shown"), place("select", "hidden"), place("div", "entry")])
    expect(mask("style", style, at)?.split(/\s*;\s*/)).toEqual([
      " color: red",
      "width: calc((1px + 2px) * 3)",
      "background: url(/…)",
    ]);
  expect(mask("style", "--x: 1; color: red", place("div", "shown"))).toBe("--x: 1; color: red");
  expect(mask("_cssText", 'a { src: url("/secret") }', place("link", "hidden"))).toBe('a { src: url("/…") }');
});
