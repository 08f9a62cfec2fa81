import fc from "fast-check";
import { expect, it } from "vitest";
import { dropCustomProperties, filterStyle, maskStyleChange } from "./maskText.ts";

const filter = (css: string) => filterStyle(css, (address) => address.replace("secret?a", "…"));

it("filters URLs in any CSS notation", () => {
  expect(filter(`a{b:url( "x)secret?a" ) url('x"secret?a') URL(secret?a)}`)).toBe(
    `a{b:url( "x)…" ) url('x"…') URL(…)}`,
  );
  expect(filter(String.raw`url("\")secret?a") url("secret?a`)).toBe(String.raw`url("\")…") url("…`);
});

it("leaves other CSS unchanged", () => {
  fc.assert(fc.property(fc.string(), (css) => filterStyle(css, (address) => address) === css));
  const css = "a{b:url(data:secret?a) url(#secret?a) secret?a}";
  expect(filter(css)).toBe(css);
});

it("drops custom properties with any value", () => {
  const value = fc.constantFrom(
    "canary",
    "'canary;a:b'",
    "(canary;a:canary)",
    "{canary;a:canary}",
    "1;--b:canary",
  );
  fc.assert(
    fc.property(value, fc.constantFrom("--a", " --A ", "/**/--a", String.raw`\2d-a`), (held, name) => {
      return dropCustomProperties(`color:red;${name}:${held};-webkit-x:y`) === "color:red;-webkit-x:y";
    }),
  );
});

it("masks style changes", () => {
  const change = () => ({
    "--x": "1",
    color: "url(a)",
    top: ["url(a)", "important"] as [string, string],
    left: false as const,
  });
  const [visible, field] = [change(), change()];
  maskStyleChange(visible, (address) => address.replace("a", "b"), false);
  maskStyleChange(field, (address) => address, true);
  expect(visible).toEqual({ "--x": "1", color: "url(b)", top: ["url(b)", "important"], left: false });
  expect(field).toEqual({ color: "url(a)", top: ["url(a)", "important"], left: false });
});
