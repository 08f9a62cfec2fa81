import { describe, expect, it } from "vitest";
import { testParts } from "../app/testing/testParts.ts";
import { alternatesOf, PAGES } from "../site/pages.ts";
import { headLinks, socialMeta } from "./head.ts";

const ORIGIN = "https://trellis.example";
const PATHS = PAGES.flatMap((page) => alternatesOf(page).map(({ path }) => path));

/** Social meta tags of the page at `path`: all values by name, since a name can occur several times. */
async function socialOf(path: string): Promise<Map<string, string[]>> {
  const page = await testParts.pages.load(path);
  if (!page) throw new Error(`No page at ${path}.`);
  const said = new Map<string, string[]>();
  for (const meta of socialMeta(page, ORIGIN)) {
    const name = "property" in meta ? meta.property : meta.name;
    said.set(name, [...(said.get(name) ?? []), meta.content]);
  }
  return said;
}

describe("headLinks", () => {
  it("is reciprocal: all translations of a page have the same alternates, including the page itself", () => {
    const alternatesFrom = (path: string) =>
      headLinks(path, ORIGIN).flatMap(({ rel, hrefLang, href }) =>
        rel === "alternate" ? [{ hrefLang, path: href.slice(ORIGIN.length) }] : [],
      );
    for (const path of PATHS) {
      const alternates = alternatesFrom(path);
      for (const each of alternates) expect(alternatesFrom(each.path)).toEqual(alternates);
      if (alternates.length > 0) expect(alternates.map((each) => each.path)).toContain(path);
      const defaults = alternates.filter(({ hrefLang }) => hrefLang === "x-default");
      expect(defaults).toHaveLength(alternates.length > 0 ? 1 : 0);
    }
  });

  it("uses each page's own URL as canonical", () => {
    for (const path of PATHS)
      expect(headLinks(path, ORIGIN)[0]).toEqual({ rel: "canonical", href: ORIGIN + path });
  });
});

describe("socialMeta", () => {
  it.each(PATHS)("has all tags of a link preview for %s", async (path) => {
    const said = await socialOf(path);
    expect([...said.keys()]).toEqual(
      expect.arrayContaining([
        "og:type",
        "og:site_name",
        "og:title",
        "og:description",
        "og:url",
        "og:locale",
        "og:image",
        "og:image:width",
        "og:image:height",
        "og:image:alt",
        "twitter:card",
      ]),
    );
    for (const [name, values] of said) {
      if (name !== "og:locale:alternate") expect(values).toHaveLength(1);
      for (const value of values) expect(value.trim()).not.toBe("");
    }
    expect(said.get("og:url")).toEqual([ORIGIN + path]);
    expect(said.get("og:title")?.[0]).not.toContain(" | ");
  });

  it("gives every page its own image", async () => {
    const images = await Promise.all(PATHS.map(async (path) => (await socialOf(path)).get("og:image")?.[0]));
    expect(new Set(images).size).toBe(PATHS.length);
  });

  it("lists the other languages of a translated page and describes its image", async () => {
    const said = await socialOf("/de/pricing");
    expect(said.get("og:locale")).toEqual(["de_DE"]);
    expect(said.get("og:locale:alternate")).toEqual(["en_US", "fr_FR", "es_ES", "it_IT", "pt_BR"]);
    expect(said.get("og:image")).toEqual([`${ORIGIN}/og/de/pricing.png`]);
    expect(said.get("og:image:alt")?.[0]).toMatch(/^Trellis: Kostenlos starten/);
    expect((await socialOf("/demo")).has("og:locale:alternate")).toBe(false);
  });

  it("names the image of a content page after its path without the locale prefix", () => {
    const head = { title: "Datenschutz | Trellis", description: "Was wir speichern." };
    const page = { path: "/de/legal/privacy", locale: "de" as const, head };
    const image = socialMeta(page, ORIGIN).find((meta) => "property" in meta && meta.property === "og:image");
    expect(image?.content).toBe(`${ORIGIN}/og/de/legal/privacy.png`);
  });
});
