import { LANDING_PATHS, LOCALES } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { headLinks } from "../head/head.ts";
import { alternatesOf, localHref, matchPage, PAGES } from "./pages.ts";

describe("matchPage", () => {
  it("matches every landing path", () => {
    expect(LANDING_PATHS.filter((path) => !matchPage(path))).toEqual([]);
  });

  it("finds the pricing page at each language's path", () => {
    const matches = LOCALES.map((locale) => matchPage(locale === "en" ? "/pricing" : `/${locale}/pricing`));
    expect(matches.map((match) => [match?.page.name, match?.locale])).toEqual(
      LOCALES.map((locale) => ["pricing", locale]),
    );
  });

  it.each([
    "/en/pricing",
    "/DE/pricing",
    "/pricing/",
    "/de/",
    "/de/demo",
    "/fr/pricing",
    "",
    "/home",
    "//pricing",
  ])("returns null for %s", (path) => {
    expect(matchPage(path)).toBeNull();
  });

  it("maps every page in every language to a unique path and back", () => {
    const addresses = PAGES.flatMap((page) =>
      alternatesOf(page).map((alternate) => ({ page, ...alternate })),
    );
    expect(new Set(addresses.map(({ path }) => path)).size).toBe(addresses.length);
    for (const { page, locale, path } of addresses) expect(matchPage(path)).toEqual({ page, locale });
  });
});

describe("localHref", () => {
  it.each([
    ["/", "/de"],
    ["/#board", "/de#board"],
    ["/pricing?plan=business#compare", "/de/pricing?plan=business#compare"],
    ["/demo", "/demo"],
    ["#plans", "#plans"],
    ["/de/pricing", "/de/pricing"],
    ["https://other.example/pricing", "https://other.example/pricing"],
  ])("converts %s to %s in German", (href, local) => expect(localHref(href, "de")).toBe(local));

  it("keeps every URL unchanged in the default language", () => {
    for (const { path } of PAGES) expect(localHref(path, "en")).toBe(path);
  });
});

describe("headLinks", () => {
  it("lists no translations for a page that has none", () => {
    expect(headLinks("/demo", "https://trellis.example")).toEqual([
      { rel: "canonical", href: "https://trellis.example/demo" },
    ]);
  });

  it("lists the same translations on each of them, with the default language as x-default", () => {
    const alternates = (path: string) => headLinks(path, "https://trellis.example").slice(1);
    expect(alternates("/it/pricing")).toEqual(alternates("/pricing"));
    expect(alternates("/pricing").map(({ hrefLang }) => hrefLang)).toEqual([
      "en",
      "x-default",
      "fr-FR",
      "es-ES",
      "it",
      "pt-BR",
      "de",
    ]);
  });
});
