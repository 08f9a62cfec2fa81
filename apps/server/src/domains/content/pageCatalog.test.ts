import type { ContentPage, Locale } from "@marquee/contract";
import { expect, it } from "vitest";
import { buildPageCatalog } from "./pageCatalog.ts";

function page(slug: string, more: Partial<ContentPage> = {}, locale: Locale = "en"): ContentPage {
  const path = `${locale === "en" ? "" : `/${locale}`}/${slug}`;
  const body = { format: "markdown" as const, source: "" };
  return { slug, locale, path, title: slug, description: `About ${slug}`, body, ...more };
}

const build = (pages: ContentPage[]) =>
  buildPageCatalog(
    pages.map((each) => ({ page: each, file: each.path })),
    new Set(),
  );

it("gives lists their entries in the same language, latest first, and entries their list", () => {
  const { byPath } = build([
    page("changelog/old", { date: "2026-01-01" }),
    page("changelog"),
    page("changelog/new", { date: "2026-03-01", tags: "Plans", updated: "2026-03-02" }),
    page("changelog/hidden", { date: "2026-04-01", hidden: true }),
    page("articles/other", { date: "2026-05-01", author: "Ann" }),
    page("changelog", { title: "Neuerungen" }, "de"),
    page("changelog/new", { date: "2026-03-01" }, "de"),
  ]);
  expect(byPath.get("/changelog")?.page.entries).toEqual([
    {
      path: "/changelog/new",
      title: "changelog/new",
      description: "About changelog/new",
      date: "2026-03-01",
      updated: "2026-03-02",
      tags: "Plans",
    },
    {
      path: "/changelog/old",
      title: "changelog/old",
      description: "About changelog/old",
      date: "2026-01-01",
    },
  ]);
  expect(byPath.get("/de/changelog")?.page.entries?.map(({ path }) => path)).toEqual(["/de/changelog/new"]);
  expect(byPath.get("/de/changelog/new")?.page.list).toEqual({ path: "/de/changelog", title: "Neuerungen" });
  // Previews show a hidden entry as if it were visible.
  expect(byPath.get("/changelog/hidden")?.page.list?.path).toBe("/changelog");
  // Without a list in its language, an entry has no list.
  expect(byPath.get("/articles/other")?.page).not.toHaveProperty("list");
});

it("links no list that is hidden", () => {
  const { byPath } = build([
    page("changelog", { hidden: true }),
    page("changelog/new", { date: "2026-03-01" }),
  ]);
  expect(byPath.get("/changelog/new")?.page).not.toHaveProperty("list");
});

it("lists entries without dates by category and title, in their language's sort order", () => {
  const template = (name: string, title: string, category: string, more: Partial<ContentPage> = {}) =>
    page(`templates/${name}`, { title, category, ...more }, "de");
  const { byPath } = build([
    template("c", "Zeitplan", "Jede Woche"),
    template("a", "Übergabe", "Launches", { image: "a.png", link: "/sign-up", linkLabel: "Los" }),
    template("b", "Umzug", "Launches"),
    template("d", "Äpfel", "Jede Woche"),
    // As Contentful may have it.
    page("templates/none", { title: "None" }, "de"),
    page("templates", { title: "Vorlagen" }, "de"),
  ]);
  const entries = byPath.get("/de/templates")?.page.entries;
  expect(entries?.map(({ title }) => title)).toEqual(["Äpfel", "Zeitplan", "Übergabe", "Umzug"]);
  expect(entries?.[2]).toEqual({
    path: "/de/templates/a",
    title: "Übergabe",
    description: "About templates/a",
    category: "Launches",
    image: "a.png",
  });
});
