import { expect, it } from "vitest";
import { headLinks } from "../head/head.ts";
import { testCopy } from "../site/testing/testSite.ts";
import { createPages } from "./loadPage.tsx";

it("names no translation that is hidden", async () => {
  const pages = createPages(testCopy, Promise.resolve(["de/brain", "en/pricing"]));
  const languagesOf = async (path: string) => {
    const page = await pages.load(path);
    return headLinks(path, "https://trellis.example", page?.alternates).flatMap(
      ({ hrefLang }) => hrefLang ?? [],
    );
  };
  expect(await languagesOf("/brain")).toEqual(["en", "x-default", "fr-FR", "es-ES", "it", "pt-BR"]);
  expect(await languagesOf("/de/pricing")).not.toContain("en");
  expect(await languagesOf("/privacy")).toContain("de");
});
