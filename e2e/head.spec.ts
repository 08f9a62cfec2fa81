import { DEFAULT_LOCALE, localeOfPath } from "@marquee/contract";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
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

test("each localized pricing page links to all six languages and a default", async ({ request, baseURL }) => {
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

/** Whether the test of social cards draws the page's card: one of each text and layout in English, and one of each other language. */
const isDrawn = (path: string) => localeOfPath(path) === DEFAULT_LOCALE || path.endsWith("/pricing");

test("every page has a social card, a PNG of 1200 by 630", async ({ request, baseURL }) => {
  // Draws cards for the first time.
  test.slow();
  const images = new Set<string>();
  const paths = await sitemapPaths(request);
  for (const path of paths) {
    const html = await (await request.get(path)).text();
    expect(metaOf(html, "og:url")).toBe(`${baseURL}${path}`);
    expect([metaOf(html, "og:image:width"), metaOf(html, "og:image:height")]).toEqual(["1200", "630"]);
    const image = metaOf(html, "og:image") ?? "";
    images.add(image);
    if (!isDrawn(path)) continue;
    const response = await request.get(image);
    expect([image, response.status(), response.headers()["content-type"]]).toEqual([image, 200, "image/png"]);
    const header = (await response.body()).subarray(0, 24);
    expect([header.toString("latin1", 1, 4), header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([
      "PNG",
      1200,
      630,
    ]);
  }
  expect(images.size).toBe(paths.length);
});

test("translations link to each other, in documents and in the sitemap", async ({ request, baseURL }) => {
  test.slow();
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const alternates = new Map<string, string[]>();
  for (const path of await sitemapPaths(request)) {
    const html = await (await request.get(path)).text();
    alternates.set(`${baseURL}${path}`, alternatesIn(html));
    const entry = sitemap.split("<url>").find((each) => each.includes(`<loc>${baseURL}${path}</loc>`)) ?? "";
    expect(alternatesIn(entry), path).toEqual(alternatesIn(html));
  }
  for (const [address, named] of alternates) {
    for (const each of named) {
      const [, href = ""] = each.split(" ");
      expect(alternates.get(href), `alternates of ${href}, linked from ${address}`).toEqual(named);
    }
    if (named.length > 0) expect(named.map((each) => each.split(" ")[1])).toContain(address);
  }
});

test("structured data is in the document and violates no policy", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  for (const path of ["/", "/de/pricing", "/lp/teams/project-management"]) {
    await page.goto(path);
    await hydrated(page);
    const [json, ...more] = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(more).toEqual([]);
    const { "@context": context, "@graph": things } = JSON.parse(json ?? "null");
    expect(context).toBe("https://schema.org");
    expect(things.length).toBeGreaterThan(0);
  }
  expect(errors).toEqual([]);
});

test("client navigation leaves nothing from the last page in the head", async ({ page, baseURL }) => {
  const socialOf = () =>
    page
      .locator('meta[property^="og:"], meta[name^="twitter:"]')
      .evaluateAll((all) => all.map((meta) => meta.outerHTML.replace(/\s*\/?>$/, "")).sort());
  await page.goto("/");
  await hydrated(page);
  await page.locator('a[href="/pricing"]:visible').first().click();
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute("content", `${baseURL}/pricing`);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  const navigated = await socialOf();
  await page.reload();
  expect(navigated).toEqual(await socialOf());
});

test("client navigation updates title, canonical and hreflang", async ({ page, baseURL }) => {
  await page.goto("/");
  await hydrated(page);
  await page.locator('a[href="/pricing"]:visible').first().click();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${baseURL}/pricing`);
  await expect(page.locator('link[rel="alternate"]')).toHaveCount(7);
  const title = await page.title();
  await page.reload();
  expect(await page.title()).toBe(title);
});

async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get("/sitemap.xml")).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
}

function metaOf(html: string, property: string): string | undefined {
  return new RegExp(`<meta property="${property}" content="([^"]+)"`).exec(html)?.[1];
}

/** Each alternate link of a document or sitemap entry as "language address". */
function alternatesIn(text: string): string[] {
  const links = text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi);
  return [...links].map(([, language, href]) => `${language} ${href}`).sort();
}

test("a page has a touch icon and a manifest, which Chromium accepts under the page's policy", async ({
  page,
  request,
  baseURL,
}) => {
  const sizeOf = async (address: string) => {
    const response = await request.get(address);
    expect([address, response.status(), response.headers()["content-type"]]).toEqual([
      address,
      200,
      "image/png",
    ]);
    const header = (await response.body()).subarray(0, 24);
    return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
  };
  const errors = collectConsoleErrors(page);
  await page.goto("/");
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  expect(await sizeOf(touchIcon ?? "")).toBe("180x180");

  const protocol = await page.context().newCDPSession(page);
  const manifest = await protocol.send("Page.getAppManifest");
  expect([manifest.url, manifest.errors]).toEqual([`${baseURL}/manifest.webmanifest`, []]);
  const { name, start_url, icons } = JSON.parse(manifest.data ?? "");
  expect([name, start_url, icons.length]).toEqual(["Trellis", "/", 3]);
  for (const { src, sizes } of icons) expect(await sizeOf(src)).toBe(sizes);
  expect(errors).toEqual([]);
});
