import {
  DEFAULT_LOCALE,
  DEMO_FRAME_PATH,
  isLandingPath,
  LOCALES,
  localeOfPath,
  NOT_FOUND_PAGE,
} from "@marquee/contract";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { type AxeRules, violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { decisionOnFonts, delayFonts, fontIsInUse, fontsAreHeld } from "./support/lateFonts.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { recordMeasurement } from "./support/measurement.ts";
import { ALL_PAGES, NOT_FOUND_PAGES, OTHER_ENTRIES } from "./support/pages.ts";
import { readTo } from "./support/readThrough.ts";
import { DESKTOP, PHONE, TABLET } from "./support/viewports.ts";

/** What a translation can break: missing or empty texts, and its language. */
const RULES_OF_WORDS = [
  "button-name",
  "document-title",
  "empty-heading",
  "frame-title",
  "html-has-lang",
  "html-lang-valid",
  "image-alt",
  "label",
  "link-name",
  "valid-lang",
];

const COLORS: AxeRules = { only: ["color-contrast"] };
/** The language whose words are the longest, which layout shift depends on. */
const LONGEST_WORDS = "de";

for (const path of ALL_PAGES.filter((path) => localeOfPath(path) === DEFAULT_LOCALE)) {
  test(`${path} has no errors, no layout shift, no overflow, and is accessible`, async ({ page }) => {
    const errors = collectConsoleErrors(page);
    await recordLayoutShift(page);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await expectNoLayoutShift(page, path);
      // A wide window changes colors only, apart from the header, which header.spec.ts checks.
      const rules = size === DESKTOP ? COLORS : {};
      expect(await violationsOf(page, rules), `${size.width} px`).toEqual([]);
      if (size === PHONE) await expectDarkColorsToContrast(page);
    }
    await expect.poll(() => missingImages(page)).toEqual([]);
    await expectToFit(page);
    if (isLandingPath(path)) expect(await textsWithoutTestId(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
}

// A translation has the same markup and colors. The translations of a page share what the browser has loaded.
for (const locale of LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)) {
  test(`pages in ${locale} have no errors, no missing words, no overflow`, async ({ page }) => {
    const errors = collectConsoleErrors(page);
    await recordLayoutShift(page);
    for (const path of ALL_PAGES.filter((path) => localeOfPath(path) === locale)) {
      await test.step(path, async () => {
        await page.setViewportSize(PHONE);
        if (locale === LONGEST_WORDS) await expectNoLayoutShift(page, path);
        else await page.goto(path);
        await hydrated(page);
        expect(await violationsOf(page, { only: RULES_OF_WORDS })).toEqual([]);
        await expectToFit(page);
        expect(errors).toEqual([]);
      });
    }
  });
}

/** Pages with lines that break elsewhere in the fallback fonts, and the window in which they do. */
const OTHER_LINES = [
  ["/de/lp/ai", TABLET],
  ["/fr-FR/pricing", TABLET],
  ["/fr-FR/pricing", DESKTOP],
  ["/fr-FR/lp/ai", TABLET],
  ["/fr-FR/sign-up", TABLET],
] as const;

test("late fonts move nothing where they break lines elsewhere", async ({ page }) => {
  await recordLayoutShift(page);
  for (const [path, size] of OTHER_LINES)
    await test.step(`${path} at ${size.width} px`, async () => {
      await page.setViewportSize(size);
      await expectLateFontsToMoveNothing(page, path);
    });
});

test("late fonts that would move what is in the window are used from the next page on", async ({ page }) => {
  await recordLayoutShift(page);
  await page.setViewportSize(DESKTOP);
  const releaseFonts = await openWithoutFonts(page, "/");
  const heading = page.getByRole("main").getByRole("heading", { level: 1 });
  // Too narrow for one line of the fallback font, which is wider than the other.
  await heading.evaluate((element: HTMLElement) => {
    element.style.width = "max-content";
    element.style.width = `${element.getBoundingClientRect().width - 1}px`;
  });
  const lines = () => heading.evaluate((element) => element.getBoundingClientRect().height);
  const before = await lines();
  const shift = await layoutShift(page);
  releaseFonts();
  expect(await decisionOnFonts(page)).toBe("next-page");
  expect([await lines(), await layoutShift(page)]).toEqual([before, shift]);
  expect(await fontIsInUse(page)).toBe(false);
  await hydrated(page);
  await page.getByRole("banner").getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL("/pricing");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => fontIsInUse(page)).toBe(true);
});

for (const path of NOT_FOUND_PAGES) {
  test(`${path} is the site's own 404 page`, async ({ page, context, baseURL }) => {
    await grantConsentBefore(context, baseURL);
    const { events } = recordMeasurement(page);
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await expectDarkColorsToContrast(page);
    await expect
      .poll(() => events.map(({ type, name }) => [type, name]))
      .toContainEqual(["page", NOT_FOUND_PAGE]);
  });
}

test("these are all pages that the sitemap lists", async ({ page, baseURL }) => {
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) =>
    url.replace(baseURL ?? "", ""),
  );
  expect(listed.sort()).toEqual([...ALL_PAGES, ...OTHER_ENTRIES].sort());
});

test("each document has all rules of its classes", async ({ request }) => {
  const complete = await request.get(await completeStyles(request));
  const rules = await complete.text();
  const known = classesIn(rules);
  for (const path of [...ALL_PAGES, "/no-such-page", DEMO_FRAME_PATH]) {
    const html = await (await request.get(path)).text();
    const own = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
    expect(own.length, `length of the style sheet of ${path}`).toBeLessThan(rules.length);
    const styled = classesIn(own);
    const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/));
    const names = [...new Set(classes)].map((name) => name.replaceAll("&amp;", "&"));
    const missing = names.filter((name) => known.has(name) && !styled.has(name));
    expect(missing, `classes without a rule on ${path}`).toEqual([]);
  }
});

async function completeStyles(request: APIRequestContext): Promise<string> {
  const html = await (await request.get("/")).text();
  return /<style data-complete="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Names of the classes that rules select. */
function classesIn(css: string): ReadonlySet<string> {
  const selectors = css.matchAll(/\.((?:[\w-]|\\.)+)/g);
  return new Set([...selectors].map(([, escaped = ""]) => escaped.replace(/\\(.)/g, "$1")));
}

/** Neither late fonts nor reading down to the end may move what is there. */
async function expectNoLayoutShift(page: Page, path: string): Promise<void> {
  await expectLateFontsToMoveNothing(page, path);
  await hydrated(page);
  await readTo(page, 1);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  expect(await layoutShift(page), "layout shift after scrolling").toBeLessThanOrEqual(0.02);
}

async function expectLateFontsToMoveNothing(page: Page, path: string): Promise<void> {
  const releaseFonts = await openWithoutFonts(page, path);
  releaseFonts();
  const decision = await decisionOnFonts(page);
  expect(await fontIsInUse(page)).toBe(decision === "shown");
  expect(await layoutShift(page), "layout shift after fonts load").toBeLessThanOrEqual(0.01);
}

/** Opens a page and keeps its fonts away. @returns a function that lets them load. */
async function openWithoutFonts(page: Page, path: string): Promise<() => void> {
  const releaseFonts = await delayFonts(page);
  // The load event waits for the fonts.
  const response = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(response?.status()).toBe(200);
  await fontsAreHeld(page);
  expect(await fontIsInUse(page)).toBe(false);
  return releaseFonts;
}

/** The dark theme changes colors only. */
async function expectDarkColorsToContrast(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  // The new theme may take a moment to reach everything.
  await expect
    .poll(() => violationsOf(page, COLORS), { message: "contrast in dark mode", timeout: 60_000 })
    .toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Sources of images that are not shown. */
function missingImages(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
      .map(({ currentSrc, src }) => currentSrc || src),
  );
}

function textsWithoutTestId(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(":is(h1, h2, h3, h4, h5, h6, p):not([data-testid])")].map(
      ({ outerHTML }) => outerHTML,
    ),
  );
}

async function expectToFit(page: Page): Promise<void> {
  for (const size of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(size);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `${size.width} px`).toBeLessThanOrEqual(size.width);
  }
}
