import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, LOCALES } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { PAGES } from "../site/pages.ts";

const COPY_DIR = join(import.meta.dirname, "../../../../content/copy");

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
});
