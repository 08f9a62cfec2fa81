import { DEFAULT_LOCALE, DEMO_FRAME_PATH, localeOfPath } from "@marquee/contract";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { ALL_PAGES } from "./support/pages.ts";

/** Whether the page's social card is drawn: one of each text and layout in English, and one of each other language. */
const isDrawn = (path: string) =>
  path.endsWith("/pricing") || (localeOfPath(path) === DEFAULT_LOCALE && ALL_PAGES.includes(path));

test("the head of each document", async ({ request, baseURL }) => {
  // Draws cards for the first time.
  test.slow();
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  const paths = addresses.map((address) => new URL(address).pathname);
  /** HTML by path. */
  const documents = new Map<string, string>();
  for (const path of paths) documents.set(path, await htmlOf(request, path));

  await test.step("each has its own title, description and canonical address", () => {
    const titles = new Set<string | undefined>();
    for (const path of ALL_PAGES) {
      const html = documents.get(path) ?? "";
      const [, title] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
      expect(title, path).toBeTruthy();
      titles.add(title);
      expect(/<meta name="description" content="([^"]+)"/.exec(html)?.[1], path).toBeTruthy();
      expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toBe(`${baseURL}${path}`);
    }
    expect(titles.size).toBe(ALL_PAGES.length);
  });

  await test.step("each localized pricing page links to all six languages and a default", () => {
    for (const path of ["/pricing", "/fr-FR/pricing"])
      expect(
        alternatesIn(documents.get(path) ?? "").map((each) => each.replace(baseURL ?? "", "")),
        path,
      ).toEqual([
        "de /de/pricing",
        "en /pricing",
        "es-ES /es-ES/pricing",
        "fr-FR /fr-FR/pricing",
        "it /it/pricing",
        "pt-BR /pt-BR/pricing",
        "x-default /pricing",
      ]);
  });

  await test.step("translations link to each other, in documents and in the sitemap", () => {
    const entries = sitemap.split("<url>");
    const alternates = new Map<string, string[]>();
    for (const [path, html] of documents) {
      alternates.set(`${baseURL}${path}`, alternatesIn(html));
      const entry = entries.find((each) => each.includes(`<loc>${baseURL}${path}</loc>`)) ?? "";
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

  await test.step("each has a social card, a PNG of 1200 by 630", async () => {
    const images = new Set<string>();
    for (const [path, html] of documents) {
      expect(metaOf(html, "og:url")).toBe(`${baseURL}${path}`);
      expect([metaOf(html, "og:image:width"), metaOf(html, "og:image:height")]).toEqual(["1200", "630"]);
      const image = metaOf(html, "og:image") ?? "";
      images.add(image);
      if (isDrawn(path)) expect([image, await sizeOf(request, image)]).toEqual([image, "1200x630"]);
    }
    expect(images.size).toBe(paths.length);
  });

  await test.step("each has all rules of its classes", async () => {
    const [, complete = ""] = /<style data-complete="([^"]+)"/.exec(documents.get("/") ?? "") ?? [];
    const rules = await (await request.get(complete)).text();
    const completeClasses = classesIn(rules);
    for (const path of ["/no-such-page", DEMO_FRAME_PATH]) documents.set(path, await htmlOf(request, path));
    for (const path of [...ALL_PAGES, "/no-such-page", DEMO_FRAME_PATH]) {
      const html = documents.get(path) ?? "";
      const pageStyles = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
      expect(pageStyles.length, `length of the style sheet of ${path}`).toBeLessThan(rules.length);
      const styled = classesIn(pageStyles);
      const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/));
      const names = [...new Set(classes)].map((name) => name.replaceAll("&amp;", "&"));
      const missing = names.filter((name) => completeClasses.has(name) && !styled.has(name));
      expect(missing, `classes without a rule on ${path}`).toEqual([]);
    }
  });

  await test.step("structured data is in the document", () => {
    for (const path of ["/", "/de/pricing", "/lp/teams/project-management"]) {
      const html = documents.get(path) ?? "";
      const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
      const [json = "null", ...more] = [...scripts].map(([, text]) => text);
      expect(more).toEqual([]);
      const { "@context": context, "@graph": things } = JSON.parse(json);
      expect(context).toBe("https://schema.org");
      expect(things.length).toBeGreaterThan(0);
    }
  });
});

test("Chromium accepts what is in the head, and client navigation replaces it", async ({
  page,
  request,
  baseURL,
}) => {
  const errors = collectConsoleErrors(page);
  await page.goto("/");
  await hydrated(page);
  await test.step("a touch icon, a manifest and structured data under the page's policy", async () => {
    const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
    expect(await sizeOf(request, touchIcon ?? "")).toBe("180x180");
    const protocol = await page.context().newCDPSession(page);
    const manifest = await protocol.send("Page.getAppManifest");
    expect([manifest.url, manifest.errors]).toEqual([`${baseURL}/manifest.webmanifest`, []]);
    const { name, start_url, icons } = JSON.parse(manifest.data ?? "");
    expect([name, start_url, icons.length]).toEqual(["Trellis", "/", 3]);
    for (const { src, sizes } of icons) expect(await sizeOf(request, src)).toBe(sizes);
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
    expect(errors).toEqual([]);
  });

  await test.step("client navigation updates all of it, and leaves nothing from the last page", async () => {
    const headOf = async () => ({
      title: await page.title(),
      social: await page
        .locator('meta[property^="og:"], meta[name^="twitter:"]')
        .evaluateAll((all) => all.map((meta) => meta.outerHTML.replace(/\s*\/?>$/, "")).sort()),
    });
    await page.locator('a[href="/pricing"]:visible').first().click();
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute("content", `${baseURL}/pricing`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${baseURL}/pricing`);
    await expect(page.locator('link[rel="alternate"]')).toHaveCount(7);
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
    const navigated = await headOf();
    await page.reload();
    expect(navigated).toEqual(await headOf());
  });
});

async function htmlOf(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).text();
}

/** Width and height of a PNG. */
async function sizeOf(request: APIRequestContext, address: string): Promise<string> {
  const response = await request.get(address);
  expect([address, response.status(), response.headers()["content-type"]]).toEqual([
    address,
    200,
    "image/png",
  ]);
  const header = (await response.body()).subarray(0, 24);
  expect(header.toString("latin1", 1, 4)).toBe("PNG");
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
}

function metaOf(html: string, property: string): string | undefined {
  return new RegExp(`<meta property="${property}" content="([^"]+)"`).exec(html)?.[1];
}

/** Each alternate link of a document or sitemap entry as "language address". */
function alternatesIn(text: string): string[] {
  const links = text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi);
  return [...links].map(([, language, href]) => `${language} ${href}`).sort();
}

/** Names of the classes that rules select. */
function classesIn(css: string): ReadonlySet<string> {
  const selectors = css.matchAll(/\.((?:[\w-]|\\.)+)/g);
  return new Set([...selectors].map(([, escaped = ""]) => escaped.replace(/\\(.)/g, "$1")));
}
