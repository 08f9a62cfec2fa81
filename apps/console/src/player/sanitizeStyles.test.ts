import { expect, it } from "vitest";
import { applyColorScheme } from "./colorScheme.ts";
import { sanitizeSplitStyleSheet, sanitizeStyles } from "./sanitizeStyles.ts";

const MOMENT = { origin: "https://trellis.example", at: 7 };

it("matches scripting conditions as with scripts, and loads from the archive", () => {
  const css = (query: string) => `@media ${query}{a{background:url(/a.png)}}`;
  const played = (query: string) => `@media ${query}{a{background:url(/console/archive/files/7/a.png)}}`;
  expect(sanitizeStyles(css("(scripting: none)"), MOMENT)).toBe(played("(width < 0px)"));
  expect(sanitizeStyles(css("not (scripting:none)"), MOMENT)).toBe(played("not (width < 0px)"));
  expect(sanitizeStyles(css("screen and (scripting)"), MOMENT)).toBe(played("screen and (width >= 0px)"));
  expect(sanitizeStyles(css("( scripting : enabled )"), MOMENT)).toBe(played("(width >= 0px)"));
  expect(sanitizeStyles(css("(width > 1px)"), MOMENT)).toBe(played("(width > 1px)"));
});

it("resolves conditions on the visitor's color scheme", () => {
  const inDark = (query: string) => applyColorScheme(sanitizeStyles(`@media ${query}{a{}}`, MOMENT), "dark");
  expect(inDark("(prefers-color-scheme: dark)")).toBe("@media (width >= 0px){a{}}");
  expect(inDark("screen and (PREFERS-color-scheme:light)")).toBe("@media screen and (width < 0px){a{}}");
});

it("lays out content with automatic visibility, and keeps hidden content hidden", () => {
  const sanitized = (css: string) => sanitizeStyles(css, MOMENT);
  expect(sanitized("a{content-visibility:auto;b:c}")).toBe("a{content-visibility:visible;b:c}");
  expect(sanitized("a{Content-Visibility : auto !important}")).toBe(
    "a{Content-Visibility : visible !important}",
  );
  for (const css of ["a{content-visibility:hidden}", "a{--content-visibility:auto}", "a{width:auto}"])
    expect(sanitized(css)).toBe(css);
});

it("keeps rrweb's split marks unless one is within a rule", () => {
  const marked = "a{b:c}/* rr_split */@media print{d{e:f}}";
  expect(sanitizeSplitStyleSheet(marked, MOMENT)).toBe(marked);
  expect(sanitizeSplitStyleSheet("a{b:/* rr_split */c}", MOMENT)).toBe("a{b:c}");
  expect(sanitizeSplitStyleSheet('@import "http/* rr_split */s://evil.example/a.css";', MOMENT)).toBe(
    '@import "about:invalid";',
  );
  expect(sanitizeSplitStyleSheet("a{b:u/* rr_split */rl(//evil.example/a.png)}", MOMENT)).toBe(
    'a{b:url("about:invalid")}',
  );
});
