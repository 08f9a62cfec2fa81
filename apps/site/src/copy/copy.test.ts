import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { PAGES } from "../site/pages.ts";

const COPY_DIR = join(import.meta.dirname, "../../../../content/copy");

function readCopy(locale: Locale, name: string): unknown {
  return JSON.parse(readFileSync(join(COPY_DIR, locale, `${name}.json`), "utf8"));
}

/** The path of every leaf value in a document, with the value's type. */
function shapeOf(value: unknown, place = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => shapeOf(item, `${place}[${index}]`));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => shapeOf(item, `${place}.${key}`));
  }
  return [`${place}: ${value === "" ? "empty" : typeof value}`];
}

/** Every copy file with the languages that it exists in. */
const files = readdirSync(join(COPY_DIR, DEFAULT_LOCALE)).map((file) => {
  const locales = LOCALES.filter((locale) => existsSync(join(COPY_DIR, locale, file)));
  return { name: file.replace(".json", ""), locales };
});

describe("copy", () => {
  it("exists for every page in each of its languages, and a translated file exists in every language", () => {
    for (const { name, locales } of PAGES) expect(files).toContainEqual({ name, locales });
    expect(files.filter(({ locales }) => locales.length > 1 && locales.length < LOCALES.length)).toEqual([]);
  });

  describe.each(files)("$name", ({ name, locales }) => {
    it.each([...locales])("in %s has exactly the keys of the English file, none of them empty", (locale) => {
      const shape = shapeOf(readCopy(locale, name));
      expect(shape).toEqual(shapeOf(readCopy(DEFAULT_LOCALE, name)));
      expect(shape.filter((line) => line.endsWith("empty"))).toEqual([]);
    });
  });
});
