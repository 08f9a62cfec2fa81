import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@marquee/contract";
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

/** Every text of a file by its dotted key. IDs of list items are no texts. */
function listTexts(copy: unknown, address = ""): Record<string, string> {
  if (typeof copy === "string") return { [address]: copy };
  if (typeof copy !== "object" || copy === null) return {};
  const below = Object.entries(copy).map(([key, value]) =>
    key === "id" ? {} : listTexts(value, address ? `${address}.${key}` : key),
  );
  return Object.assign({}, ...below) as Record<string, string>;
}

/** Addresses in the copy, and the mobile notice, whose wording the specification gives. */
const AS_GIVEN = /href$|^mobileNotice$/;

function textsOf(name: string, locale: Locale): [key: string, text: string][] {
  const copy: unknown = JSON.parse(readFileSync(join(COPY_DIR, locale, `${name}.json`), "utf8"));
  return Object.entries(listTexts(copy)).filter(([key]) => !AS_GIVEN.test(key));
}

const TRANSLATIONS = LOCALES.flatMap((locale) =>
  files.filter(({ locales }) => locales.includes(locale)).map(({ name }) => ({ locale, name })),
);

describe.each(TRANSLATIONS)("$name in $locale", ({ name, locale }) => {
  const texts = textsOf(name, locale);

  it("has the placeholders of the English texts", () => {
    const placeholders = (text: string | undefined) => text?.match(/\{\w+\}/g)?.sort() ?? [];
    const english = Object.fromEntries(textsOf(name, DEFAULT_LOCALE));
    for (const [key, text] of texts) expect(placeholders(text), key).toEqual(placeholders(english[key]));
  });

  it("uses the language's typography", () => {
    for (const [key, text] of texts) {
      expect(text, key).not.toMatch(/["']|\.\.\.| {2}|^\s|\s$/);
      if (locale === "fr-FR") expect(text, key).not.toMatch(/[^\u202f][:;!?%»]|«[^\u202f]/);
      if (locale === "de") expect(text, key).not.toMatch(/”|[^\u00a0]%|„[^“]*$/);
      if (locale === "es-ES") expect(text, key).not.toMatch(/^[^¿]*\?|^[^¡]*!|[^\u00a0]%/);
    }
  });

  it("has a title and a description that search results show in full", () => {
    const { "meta.title": title, "meta.description": description } = Object.fromEntries(texts);
    if (title === undefined || description === undefined) return;
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThanOrEqual(50);
    expect(description.length, description).toBeLessThanOrEqual(155);
  });
});
