import { LOCALES } from "@marquee/contract";
import { expect, test } from "vitest";
import type { ShellCopy } from "../copy/copy.ts";
import { localeLinks, loginHref, writtenLink } from "./links.ts";

const hrefOf = (path: string, locale: string) =>
  localeLinks(path).find((link) => link.locale === locale)?.href;

test("links to the same page in each of its languages", () => {
  expect(hrefOf("/de/pricing", "en")).toBe("/pricing");
  expect(hrefOf("/pricing", "pt-BR")).toBe("/pt-BR/pricing");
  expect(hrefOf("/de/brain", "en")).toBe("/brain");
  expect(hrefOf("/", "it")).toBe("/it");
});

test("links to the pricing page in languages that lack the page", () => {
  expect(hrefOf("/demo", "fr-FR")).toBe("/fr-FR/pricing");
  expect(hrefOf("/no-such-page", "it")).toBe("/it/pricing");
  expect(hrefOf("", "de")).toBe("/de/pricing");
});

test("uses the translations of a page that an editor wrote", () => {
  const links = localeLinks("/privacy", [
    { locale: "en", path: "/privacy" },
    { locale: "de", path: "/de/datenschutz" },
  ]);
  expect(links.find(({ locale }) => locale === "de")?.href).toBe("/de/datenschutz");
  expect(links.find(({ locale }) => locale === "it")?.href).toBe("/it/pricing");
});

test.each(["/", "/pricing", "/no-such-page"])("lists every language once on %s", (path) => {
  expect(localeLinks(path).map(({ locale }) => locale)).toEqual([...LOCALES]);
});

test("lists no language that is hidden", () => {
  const links = localeLinks("/", undefined, ["de/home", "de/pricing", "it/brain"]);
  expect(links.map(({ locale }) => locale)).toEqual(LOCALES.filter((locale) => locale !== "de"));
});

test("links the translation of a page that an editor wrote, otherwise the English one", () => {
  const copy = { writtenPaths: { templates: "/de/vorlagen", guide: "/first-week" } } as unknown as ShellCopy;
  expect(writtenLink(copy, "templates", "de")).toEqual({ href: "/de/vorlagen", hrefLang: undefined });
  expect(writtenLink(copy, "guide", "de")).toEqual({ href: "/first-week", hrefLang: "en" });
  expect(writtenLink({} as ShellCopy, "security", "en")).toEqual({ href: "/security", hrefLang: undefined });
});

test.each([
  ["customer", "", "en", "/login"],
  ["customer", "", "de", "/de/login"],
  ["customer", "https://app.trellis.example/", "de", "https://app.trellis.example/"],
  ["visitor", "https://app.trellis.example/", "en", "https://app.trellis.example/"],
  ["visitor", "", "en", ""],
] as const)("a %s with the log-in URL %j logs in, in %s, at %j", (audience, url, locale, href) => {
  const writtenPaths = locale === "de" ? { login: "/de/login" } : {};
  const copy = { footer: { login: "Find your workspace" }, writtenPaths } as unknown as ShellCopy;
  expect(loginHref(copy, locale, { audience, url })).toBe(href);
});

test("does not link to a hidden login page", () => {
  const copy = { footer: { login: "" } } as unknown as ShellCopy;
  expect(loginHref(copy, "en", { audience: "customer", url: "" })).toBe("");
});
