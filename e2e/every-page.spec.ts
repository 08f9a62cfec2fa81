import { DEFAULT_LOCALE, isLandingPath, LOCALES, localeOfPath, NOT_FOUND_PAGE } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
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

const COLORS: AxeRules = { only: ["color-contrast"] };
/** The language with the longest words, which affect layout shift. */
const LONGEST_WORDS = "de";
type HoldFonts = Awaited<ReturnType<typeof delayFonts>>;
const IN_ENGLISH = ALL_PAGES.filter((path) => localeOfPath(path) === DEFAULT_LOCALE);
/** Texts with the markup and colors of another text page, `/guide`. */
const LIKE_THE_GUIDE = ["/security", "/accessibility"];
/** The pages of one test share what the browser has loaded. */
const PAGES_IN_A_TEST = 3;

for (let first = 0; first < IN_ENGLISH.length; first += PAGES_IN_A_TEST) {
  const paths = IN_ENGLISH.slice(first, first + PAGES_IN_A_TEST);
  test(`${paths.join(", ")}: no errors, no layout shift, no overflow, accessible`, async ({ page }) => {
    test.slow();
    const errors = collectConsoleErrors(page);
    await recordLayoutShift(page);
    const holdFonts = await delayFonts(page);
    for (const path of paths)
      await test.step(path, async () => {
        const isLikeAnother = LIKE_THE_GUIDE.includes(path);
        await page.setViewportSize(PHONE);
        await expectNoLayoutShift(page, path, holdFonts);
        if (isLikeAnother) {
          expect(await missingWords(page, DEFAULT_LOCALE)).toEqual([]);
          await drawEverything(page);
        } else {
          expect(await violationsOf(page)).toEqual([]);
          await expectDarkColorsToContrast(page);
        }
        if (isLandingPath(path)) expect(await textsWithoutTestId(page)).toEqual([]);
        await expectToFit(page);
        // A wide window changes colors only, apart from the header, which header.spec.ts checks.
        await page.setViewportSize(DESKTOP);
        await expectNoLayoutShift(page, path, holdFonts);
        if (!isLikeAnother) expect(await violationsOf(page, COLORS), "in a wide window").toEqual([]);
        await expect.poll(() => missingImages(page)).toEqual([]);
        expect(errors).toEqual([]);
      });
  });
}

// A translation has the same markup and colors. The translations of a page share what the browser has loaded.
for (const locale of LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)) {
  test(`pages in ${locale} have no errors, no missing words, no overflow`, async ({ page }) => {
    const errors = collectConsoleErrors(page);
    await recordLayoutShift(page);
    const holdFonts = locale === LONGEST_WORDS ? await delayFonts(page) : null;
    for (const path of ALL_PAGES.filter((path) => localeOfPath(path) === locale)) {
      await test.step(path, async () => {
        await page.setViewportSize(PHONE);
        if (holdFonts) await expectNoLayoutShift(page, path, holdFonts);
        else await page.goto(path);
        await hydrated(page);
        expect(await missingWords(page, locale)).toEqual([]);
        await drawEverything(page);
        await expectToFit(page);
        expect(errors).toEqual([]);
      });
    }
  });
}

/** Pages with lines that break differently in the fallback fonts, and the window size for it. */
const OTHER_LINES = [
  ["/de/lp/ai", TABLET],
  ["/fr-FR/pricing", TABLET],
  ["/fr-FR/pricing", DESKTOP],
  ["/fr-FR/lp/ai", TABLET],
  ["/fr-FR/sign-up", TABLET],
] as const;

test("late fonts cause no layout shift where lines break differently", async ({ page }) => {
  await recordLayoutShift(page);
  const holdFonts = await delayFonts(page);
  for (const [path, size] of OTHER_LINES)
    await test.step(`${path} at ${size.width} px`, async () => {
      await page.setViewportSize(size);
      await expectLateFontsToMoveNothing(page, path, holdFonts);
    });
});

test("late fonts that would shift visible content are used from the next page on", async ({ page }) => {
  await recordLayoutShift(page);
  await page.setViewportSize(DESKTOP);
  const releaseFonts = await openWithoutFonts(page, "/", await delayFonts(page));
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

test("the site has its own 404 page, in each language", async ({ page, context, baseURL }) => {
  await grantConsentBefore(context, baseURL);
  const { events } = recordMeasurement(page);
  for (const path of NOT_FOUND_PAGES)
    await test.step(path, async () => {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await expect
        .poll(() => events.map(({ type, name, context }) => [type, name, context?.page?.path]))
        .toContainEqual(["page", NOT_FOUND_PAGE, path]);
      if (localeOfPath(path) === DEFAULT_LOCALE) {
        expect(await violationsOf(page)).toEqual([]);
        await expectDarkColorsToContrast(page);
      } else expect(await missingWords(page, localeOfPath(path))).toEqual([]);
    });
});

test("these are all pages that the sitemap lists", async ({ page, baseURL }) => {
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) =>
    url.replace(baseURL ?? "", ""),
  );
  expect(listed.sort()).toEqual([...ALL_PAGES, ...OTHER_ENTRIES].sort());
});

/** Neither late fonts nor scrolling to the end may cause a layout shift. */
async function expectNoLayoutShift(page: Page, path: string, holdFonts: HoldFonts): Promise<void> {
  await expectLateFontsToMoveNothing(page, path, holdFonts);
  await hydrated(page);
  await readTo(page, 1);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  expect(await layoutShift(page), "layout shift after scrolling").toBeLessThanOrEqual(0.02);
}

async function expectLateFontsToMoveNothing(page: Page, path: string, holdFonts: HoldFonts): Promise<void> {
  const releaseFonts = await openWithoutFonts(page, path, holdFonts);
  releaseFonts();
  const decision = await decisionOnFonts(page);
  expect(await fontIsInUse(page)).toBe(decision === "shown");
  expect(await layoutShift(page), "layout shift after fonts load").toBeLessThanOrEqual(0.01);
}

/** Opens a page and keeps its fonts away. @returns a function that lets them load. */
async function openWithoutFonts(page: Page, path: string, holdFonts: HoldFonts): Promise<() => void> {
  const releaseFonts = holdFonts();
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
  // The new theme may take a moment to apply everywhere.
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

/**
 * Parts that a translation can break: its language, the title, headings, and the names of links, controls and
 * frames.
 */
function missingWords(page: Page, locale: string): Promise<string[]> {
  return page.evaluate((lang) => {
    const textOf = (node: Node): string => {
      if (!(node instanceof Element)) return node.textContent ?? "";
      if (node.ariaHidden === "true") return "";
      const name = node.getAttribute("aria-label") || node.getAttribute("alt") || node.getAttribute("title");
      if (name || node.matches("option, textarea")) return name ?? "";
      return [...node.childNodes].map(textOf).join("");
    };
    const nameOf = (element: Element) => {
      const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
      const labels = [
        ...((element as HTMLInputElement).labels ?? []),
        ...ids.map((id) => document.getElementById(id)),
      ];
      return [...labels, element]
        .map((each) => (each ? textOf(each) : ""))
        .join("")
        .trim();
    };
    const named = "title, a[href], button, summary, h1, h2, h3, h4, h5, h6, iframe, input, select, textarea";
    const unnamed = [...document.querySelectorAll(`:is(${named}):not([aria-hidden] *, [type="hidden"])`)]
      .filter((element) => !nameOf(element))
      .map(({ outerHTML }) => outerHTML);
    const images = [...document.querySelectorAll("img:not([alt])")].map(({ outerHTML }) => outerHTML);
    return [...unnamed, ...images, ...(document.documentElement.lang === lang ? [] : ["lang"])];
  }, locale);
}

/** Also what `content-visibility` skips, which may be too wide. Changing a style sheet by script is allowed by the page's policy. */
function drawEverything(page: Page): Promise<void> {
  return page.evaluate(() => {
    const [sheet] = document.styleSheets;
    sheet?.insertRule("* { content-visibility: visible !important }", sheet.cssRules.length);
  });
}

async function expectToFit(page: Page): Promise<void> {
  for (const size of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(size);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `${size.width} px`).toBeLessThanOrEqual(size.width);
  }
}
