import { describe, expect, it } from "vitest";
import { applyColorScheme, markColorScheme, markColorSchemes } from "./schemeStyles.ts";

const both = (css: string) => [
  applyColorScheme(markColorScheme(css), "light"),
  applyColorScheme(markColorScheme(css), "dark"),
];

describe("openScheme", () => {
  it("has conditions hold by the scheme that is filled in", () => {
    expect(both("@media not (prefers-color-scheme: dark) { a { color: red } }")).toEqual([
      "@media not (width < 0px) { a { color: red } }",
      "@media not (width >= 0px) { a { color: red } }",
    ]);
    expect(both("@media (prefers-color-scheme:light){}")).toEqual([
      "@media (width >= 0px){}",
      "@media (width < 0px){}",
    ]);
  });

  it("settles declarations that allow of both schemes, and no others", () => {
    expect(both(":root{color-scheme: light dark}")).toEqual([
      ":root{color-scheme: light}",
      ":root{color-scheme: dark}",
    ]);
    expect(both("color-scheme:dark light !important;x:y")).toEqual([
      "color-scheme:light!important;x:y",
      "color-scheme:dark!important;x:y",
    ]);
    for (const css of [
      "a{color-scheme: dark}",
      "a{--color-scheme: light dark}",
      "a{color-scheme: only light}",
    ])
      expect(both(css)).toEqual([css, css]);
  });

  it("applies nothing that depends on the system before a scheme is filled in", () => {
    expect(markColorScheme("@media (prefers-color-scheme: dark){}")).not.toContain("prefers-color-scheme");
  });
});

it("openSchemes settles a value alone", () => {
  expect(applyColorScheme(markColorSchemes("light dark"), "dark")).toBe("dark");
  expect(markColorSchemes("normal")).toBe("normal");
});

it("fillScheme goes through all of a value, and changes none of what it was given", () => {
  const waiting = markColorScheme("@media (prefers-color-scheme: dark){}");
  const value = { node: { list: [1, null, waiting], other: { id: 2 } } };
  const before = structuredClone(value);
  const filled = applyColorScheme(value, "dark");
  expect(filled.node.list).toEqual([1, null, "@media (width >= 0px){}"]);
  expect(value).toEqual(before);
  expect(filled.node.other).toBe(value.node.other);
  const settled = { a: ["x"] };
  expect(applyColorScheme(settled, "dark")).toBe(settled);
});
