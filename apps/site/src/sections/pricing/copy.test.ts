import { readFileSync } from "node:fs";
import { ADD_ON_IDS, LOCALES, type Locale, PLAN_FEATURES, PLAN_TIERS } from "@marquee/contract";
import { CATALOG } from "@marquee/contract/testing/catalog";
import { describe, expect, test } from "vitest";
import type { PricingCopy } from "../../copy/copy.ts";

function read(locale: Locale): PricingCopy {
  const file = new URL(`../../../../../content/copy/${locale}/pricing.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Leaves of a copy file with their paths. */
function leaves(value: unknown, path = ""): [path: string, text: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leaves(each, `${path}.${key}`));
}

const english = leaves(read("en"));

describe.each(LOCALES)("pricing copy in %s", (locale) => {
  const copy = read(locale);

  test("names every plan, feature and add-on of the catalog, and nothing else", () => {
    const { more, ...plans } = copy.plans;
    expect(more).toBeTruthy();
    expect(Object.keys(plans)).toEqual([...PLAN_TIERS]);
    expect(Object.keys(copy.features)).toEqual([...PLAN_FEATURES]);
    expect(Object.keys(copy.unlimited.details)).toEqual(CATALOG.plans.unlimited.features);
    expect(Object.keys(copy.addOns.items)).toEqual([...ADD_ON_IDS]);
  });

  test("has the keys of the English file, none empty, with the same placeholders", () => {
    const placeholders = (text: unknown) =>
      String(text)
        .match(/\{\w+\}/g)
        ?.sort() ?? [];
    const mine = leaves(copy);
    expect(mine.map(([path]) => path)).toEqual(english.map(([path]) => path));
    for (const [index, [path, text]] of mine.entries()) {
      expect(text, path).toMatch(/\S/);
      expect(placeholders(text), path).toEqual(placeholders(english[index]?.[1]));
    }
  });

  test("uses the language's typography", () => {
    for (const [path, text] of leaves(copy)) {
      expect(text, path).not.toMatch(/["']|\.\.\./);
      if (locale === "fr-FR") expect(text, path).not.toMatch(/[^\u202f][:;!?%»]|«[^\u202f]/);
      if (locale === "de") expect(text, path).not.toMatch(/”|[^\u00a0]%|„[^“]*$/);
      if (locale === "es-ES") expect(text, path).not.toMatch(/^[^¿]*\?|^[^¡]*!|[^\u00a0]%/);
    }
  });

  test("describes the page in 50 to 160 characters", () => {
    expect(copy.meta.description.length).toBeGreaterThanOrEqual(50);
    expect(copy.meta.description.length).toBeLessThanOrEqual(160);
  });

  test("contains no digits, because amounts come from the catalog", () => {
    for (const [path, text] of leaves(copy)) expect(text, path).not.toMatch(/\d/);
  });
});
