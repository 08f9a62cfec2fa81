import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { PAGES } from "./pages.ts";

const COPY_DIR = join(import.meta.dirname, "../../../../content/copy");

function readCopy(locale: Locale, name: string): unknown {
  return JSON.parse(readFileSync(join(COPY_DIR, locale, `${name}.json`), "utf8"));
}

/** Every place in a document that holds a text, with what kind of value stands there. */
function shapeOf(value: unknown, place = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => shapeOf(item, `${place}[${index}]`));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => shapeOf(item, `${place}.${key}`));
  }
  return [`${place}: ${value === "" ? "empty" : typeof value}`];
}

const translated = [
  ...PAGES.filter((page) => page.locales.length > 1).map((page) => ({
    name: page.name,
    locales: page.locales,
  })),
  { name: "shell", locales: LOCALES },
];

describe("copy", () => {
  it("exists in English for every page", () => {
    const files = readdirSync(join(COPY_DIR, DEFAULT_LOCALE));
    expect(PAGES.filter((page) => !files.includes(`${page.name}.json`))).toEqual([]);
  });

  describe.each(translated)("$name", ({ name, locales }) => {
    it.each([...locales])("in %s has exactly the texts of the English file, and none is empty", (locale) => {
      const shape = shapeOf(readCopy(locale, name));
      expect(shape).toEqual(shapeOf(readCopy(DEFAULT_LOCALE, name)));
      expect(shape.filter((line) => line.endsWith("empty"))).toEqual([]);
    });
  });
});
