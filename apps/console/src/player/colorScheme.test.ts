import { describe, expect, it } from "vitest";
import { applyColorScheme, createColorSchemes, markColorScheme, markColorSchemes } from "./colorScheme.ts";
import type { RecordedEvent } from "./recorded.types.ts";

const both = (css: string) => [
  applyColorScheme(markColorScheme(css), "light"),
  applyColorScheme(markColorScheme(css), "dark"),
];

describe("markColorScheme", () => {
  it("makes conditions match according to the applied scheme", () => {
    expect(both("@media not (prefers-color-scheme: dark) { a { color: red } }")).toEqual([
      "@media not (width < 0px) { a { color: red } }",
      "@media not (width >= 0px) { a { color: red } }",
    ]);
    expect(both("@media (prefers-color-scheme:light){}")).toEqual([
      "@media (width >= 0px){}",
      "@media (width < 0px){}",
    ]);
  });

  it("resolves declarations that allow both schemes and leaves others alone", () => {
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

  it("leaves no condition on the system's scheme before one is applied", () => {
    expect(markColorScheme("@media (prefers-color-scheme: dark){}")).not.toContain("prefers-color-scheme");
  });
});

it("markColorSchemes marks a single value", () => {
  expect(applyColorScheme(markColorSchemes("light dark"), "dark")).toBe("dark");
  expect(markColorSchemes("normal")).toBe("normal");
});

it("applyColorScheme visits every nested value and does not change its input", () => {
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

const WAITING = markColorScheme("@media (prefers-color-scheme: dark){}");
const IN_DARK = "@media (width >= 0px){}";
const IN_LIGHT = "@media (width < 0px){}";

const event = (type: number, timestamp: number, data: Record<string, unknown>): RecordedEvent => ({
  type,
  timestamp,
  data,
});
const meta = (timestamp: number, colorScheme?: unknown) => event(4, timestamp, { colorScheme });
const picture = (timestamp: number) => event(2, timestamp, { node: WAITING });
const rule = (timestamp: number) => event(3, timestamp, { source: 8, adds: [{ rule: WAITING }] });
const pointer = (timestamp: number) => event(3, timestamp, { source: 1 });

it("applies the latest scheme to snapshots and to the changes after them", () => {
  const events = [meta(1, "dark"), picture(2), rule(3), meta(4, "light"), picture(5), rule(6)];
  expect(createColorSchemes()(events).map(({ data }) => data)).toEqual([
    { colorScheme: "dark" },
    { node: IN_DARK, colorScheme: "dark" },
    { source: 8, adds: [{ rule: IN_DARK }] },
    { colorScheme: "light" },
    { node: IN_LIGHT, colorScheme: "light" },
    { source: 8, adds: [{ rule: IN_LIGHT }] },
  ]);
});

it("falls back to light for an invalid scheme, whatever came before", () => {
  for (const said of [undefined, null, "DARK", 1, { scheme: "dark" }]) {
    const [, , , after] = createColorSchemes()([meta(1, "dark"), picture(2), meta(3, said), picture(4)]);
    expect(after?.data).toEqual({ node: IN_LIGHT, colorScheme: "light" });
  }
  expect(createColorSchemes()([picture(1)])[0]?.data.colorScheme).toBe("light");
  // A snapshot can't set its own scheme.
  const snapshotWithScheme = event(2, 1, { node: WAITING, colorScheme: "dark" });
  expect(createColorSchemes()([snapshotWithScheme])[0]?.data).toEqual({
    node: IN_LIGHT,
    colorScheme: "light",
  });
});

it("updates events that arrived before their snapshot and reuses the others", () => {
  const inTheirSchemes = createColorSchemes();
  const [moved, early] = [pointer(3), rule(4)];
  const [, alone] = inTheirSchemes([moved, early]);
  expect(alone?.data).toMatchObject({ adds: [{ rule: IN_LIGHT }] });
  const all = [meta(1, "dark"), picture(2), moved, early];
  const first = inTheirSchemes(all);
  expect(first[3]?.data).toMatchObject({ adds: [{ rule: IN_DARK }] });
  expect(inTheirSchemes(all)).toEqual(first);
  expect(inTheirSchemes(all)[1]).toBe(first[1]);
  expect(first[2]).toBe(moved);
});
