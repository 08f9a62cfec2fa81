import { expect, it } from "vitest";
import { readAuthoredSheet } from "./rrwebPatches.ts";

const style = (textContent: string) => ({ textContent }) as Element;
const CSS =
  '@layer base,page;@layer base{a{color:red;background:url("data:a;b")}@media print{b{margin:0}}}.c{top:0}';

it("returns an unchanged sheet as it was written", () => {
  expect(readAuthoredSheet(style(CSS), 3)?.cssRules).toEqual([{ cssText: CSS }]);
});

it("returns null if scripts have added or removed a rule", () => {
  expect(readAuthoredSheet(style(CSS), 4)).toBeNull();
  expect(readAuthoredSheet(style(CSS), 2)).toBeNull();
  expect(readAuthoredSheet(style(""), 1)).toBeNull();
});

it("returns null if the CSS imports a sheet or may contain URLs as strings", () => {
  expect(readAuthoredSheet(style('a{background:IMAGE-SET("secret.png" 1x)}'), 1)).toBeNull();
  expect(readAuthoredSheet(style('@import "other.css";'), 1)).toBeNull();
});

it("returns null if braces in strings keep its rules from being counted", () => {
  expect(readAuthoredSheet(style('a::before{content:"{"}'), 1)).toBeNull();
});

it("returns null if escapes may spell a URL, which only the browser decodes", () => {
  expect(readAuthoredSheet(style(String.raw`a{background:\75rl(/secret)}`), 1)).toBeNull();
  expect(readAuthoredSheet(style(String.raw`.\32 xl\:a{content:"\201c"}`), 1)).not.toBeNull();
});
