import {
  DEFAULT_FLAGS,
  type FlagValues,
  LANDING_PATHS,
  LOCALES,
  localeOfPath,
  localizePath,
} from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import brain from "../../../../../content/copy/en/brain.json";
import { testParts } from "../../app/testing/testParts.ts";
import { MeasureProvider } from "../../site/measureContext.tsx";
import { NOOP_MEASURE } from "../../site/silentMeasure.ts";
import { SiteContext } from "../../site/siteContext.tsx";
import { testSite } from "../../site/testing/testSite.ts";

const rendered = new Map<string, Promise<string>>();

/** Renders each page once, because many link to the same pages. */
function render(path: string): Promise<string> {
  const rendering = rendered.get(path) ?? renderWith(path, DEFAULT_FLAGS);
  rendered.set(path, rendering);
  return rendering;
}

async function renderWith(path: string, flags: FlagValues): Promise<string> {
  const page = await testParts.pages.load(path);
  if (!page) throw new Error(`The site has no ${path}.`);
  return renderToStaticMarkup(
    <SiteContext value={testSite(path, { locale: page.locale, flags })}>
      <MeasureProvider value={NOOP_MEASURE}>{page.body}</MeasureProvider>
    </SiteContext>,
  );
}

const PATHS = ["/", ...LANDING_PATHS].flatMap((path) => LOCALES.map((locale) => localizePath(path, locale)));

describe.each(PATHS)("the page at %s", (path) => {
  const locale = localeOfPath(path);

  test("has one main heading, a live interface and all its copy filled in", async () => {
    const html = await render(path);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain("<figure");
    expect(html).not.toMatch(/\{\w+\}/);
    expect(html).not.toContain("style=");
  });

  test("has no duplicate element IDs", async () => {
    const ids = [...(await render(path)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("links only to existing pages and sections, with sign-up first", async () => {
    const html = await render(path);
    const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? "");
    expect(targets[0]).toBe(localizePath("/sign-up", locale));
    expect(targets.some((target) => target.startsWith(localizePath("/pricing", locale)))).toBe(true);
    for (const target of new Set(targets)) {
      const [page, fragment] = target.split("#");
      // The demo exists in English only.
      if (page && page !== "/demo") expect(localeOfPath(page), target).toBe(locale);
      const destination = page ? await render(page) : html;
      if (fragment) expect(destination, target).toContain(`id="${fragment}"`);
    }
  });

  test("opens the overlay for every link to a page that has one", async () => {
    const html = await render(path);
    for (const [link] of html.matchAll(/<a [^>]*href="[^"]*\/(sign-up|contact-sales|demo)"[^>]*>/g))
      expect(link).toMatch(/data-overlay="(sign-up|enterprise-sales|ai-demo)"/);
  });
});

test("a flag changes the headline of /brain", async () => {
  const headline = (html: string) => /<h1[^>]*>([^<]+)</.exec(html)?.[1];
  const flagged = await renderWith("/brain", { ...DEFAULT_FLAGS, "brain-headline-stop-searching": true });
  expect(headline(flagged)).toBe(brain.flaggedTitle);
  expect(headline(await render("/brain"))).toBe(brain.hero.title);
});
