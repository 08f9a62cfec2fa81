import { expect, test } from "@playwright/test";
import { hydrated } from "./support/hydrated.ts";
import { ALL_PAGES } from "./support/pages.ts";

test("every page has its own title, description and canonical address", async ({ request, baseURL }) => {
  const heads = await Promise.all(
    ALL_PAGES.map(async (path) => {
      const html = await (await request.get(path)).text();
      return {
        path,
        title: /<title>([^<]+)<\/title>/.exec(html)?.[1],
        description: /<meta name="description" content="([^"]+)"/.exec(html)?.[1],
        canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
      };
    }),
  );
  for (const { path, title, description, canonical } of heads) {
    expect(title, path).toBeTruthy();
    expect(description, path).toBeTruthy();
    expect(canonical).toBe(`${baseURL}${path}`);
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
});

test("each localised pricing page names all six languages and a default", async ({ request, baseURL }) => {
  for (const path of ["/pricing", "/fr-FR/pricing"]) {
    const html = await (await request.get(path)).text();
    const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)];
    expect(alternates.map(([, lang, href]) => `${lang} ${href?.replace(baseURL ?? "", "")}`).sort()).toEqual([
      "de /de/pricing",
      "en /pricing",
      "es-ES /es-ES/pricing",
      "fr-FR /fr-FR/pricing",
      "it /it/pricing",
      "pt-BR /pt-BR/pricing",
      "x-default /pricing",
    ]);
  }
});

test("client navigation brings title, canonical and hreflang along", async ({ page, baseURL }) => {
  await page.goto("/");
  await hydrated(page);
  await page.locator('a[href="/pricing"]:visible').first().click();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${baseURL}/pricing`);
  await expect(page.locator('link[rel="alternate"]')).toHaveCount(7);
  const title = await page.title();
  await page.reload();
  expect(await page.title()).toBe(title);
});
