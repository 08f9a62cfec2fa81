import {
  HOSTILE_REDIRECTS,
  HOSTILE_REDIRECTS_ORIGIN,
  HOSTILE_REDIRECTS_PARENT_DOMAIN,
} from "@marquee/contract/testing/hostileRedirects";
import { expect, type Page, test } from "@playwright/test";
import { IS_SOAK } from "../scripts/test/soak.mjs";
import { violationsIn } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { installClock, passTime, settled } from "./support/settled.ts";
import { VIEWPORTS } from "./support/viewports.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const NOTICE = "This action isn't available on mobile. Please switch to your computer to try it out!";

/** Follows a link without a reload. */
async function goToBrain(page: Page): Promise<void> {
  // A section that grows during rendering could move the link away from the pointer.
  await page
    .locator('footer a[href="/brain"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/brain$/);
}

/**
 * Records each transition of the loader as it starts, because a busy machine may check only after its end. @returns those that have started
 * on the page.
 */
async function noteLoader(page: Page): Promise<() => Promise<object[]>> {
  await page.addInitScript(() => {
    const starts: object[] = [];
    Object.assign(window, { loaderStarts: starts });
    addEventListener("transitionrun", ({ target, propertyName }) => {
      if (propertyName !== "scale" || !(target instanceof Element && target.matches("[data-loader]"))) return;
      starts.push({
        lasts: Math.max(
          ...target.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
        ),
        pointerEvents: getComputedStyle(target).pointerEvents,
        height: target.getBoundingClientRect().height,
      });
    });
  });
  return () => page.evaluate(() => (window as unknown as { loaderStarts: object[] }).loaderStarts);
}

test.describe("loader overlay", () => {
  test("is a line over the page that ignores input, takes two seconds, and one on a landing path", async ({
    page,
  }) => {
    const starts = await noteLoader(page);
    await page.goto("/");
    const first = { lasts: 2000, pointerEvents: "none", height: 3 };
    await expect.poll(starts).toEqual([first]);
    const loader = page.locator("[data-loader]");
    await expect(loader).toHaveAttribute("aria-hidden", "true");
    await expect(loader).toHaveCSS("opacity", "0");
    expect(await loader.evaluate((element) => element.getAnimations())).toEqual([]);
    await hydrated(page);
    await goToBrain(page);
    await expect.poll(starts).toEqual([first, { ...first, lasts: 1000 }]);
  });

  test("stays until a followed page is ready", async ({ page }) => {
    const answers: (() => void)[] = [];
    await page.route("**/content/*/en/privacy*", async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    const starts = await noteLoader(page);
    await page.goto("/sign-up");
    await hydrated(page);
    const loader = page.locator("[data-loader]");
    await expect(loader).toHaveCSS("opacity", "0");
    await expect.poll(async () => (await starts()).length).toBe(1);
    await page.locator('footer a[href="/privacy"]').evaluate((link: HTMLElement) => link.click());
    await expect(page.locator("html[data-waiting]")).toBeAttached();
    await expect(loader).not.toHaveCSS("opacity", "0");
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    for (const answer of answers) answer();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
    await expect(page.locator("html[data-waiting]")).toHaveCount(0);
    // Then the page's loader moves, like on any other page.
    await expect.poll(async () => (await starts()).length).toBe(2);
  });

  test.describe("with reduced motion", () => {
    test.use({ contextOptions: { reducedMotion: "reduce" } });

    test("is never shown", async ({ page }) => {
      await page.goto("/");
      await expect(page.locator("[data-loader]")).toHaveCSS("opacity", "0");
    });
  });
});

test.describe("marker of overridden flags", () => {
  const marker = (page: Page) => page.locator("[data-overridden-flags]");

  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem("new-card-ui-CLK-123", " TRUE ");
      localStorage.setItem("example-flag-for-testing", "1");
      localStorage.setItem("contact-sales-landing-page", "true");
      localStorage.setItem("no-flag", "true");
    });
  });

  test("lists overridden flags while debugging, without a hydration mismatch, and follows the URL", async ({
    page,
  }) => {
    const errors = collectConsoleErrors(page);
    await page.goto("/?debug=true");
    await hydrated(page);
    await expect(marker(page)).toHaveAttribute(
      "data-overridden-flags",
      "new-card-ui-CLK-123,contact-sales-landing-page",
    );
    await expect(marker(page)).toBeHidden();
    await goToBrain(page);
    await expect(marker(page)).toHaveAttribute("data-overridden-flags", "");
    expect(errors).toEqual([]);
  });

  test("lists nothing without debugging", async ({ page }) => {
    await page.goto("/?debug=TRUE");
    await hydrated(page);
    await expect(marker(page)).toHaveAttribute("data-overridden-flags", "");
  });
});

test.describe("mobile notice", () => {
  const notice = (page: Page) => page.getByRole("status").filter({ hasText: NOTICE });

  for (const viewport of VIEWPORTS) {
    test.describe(`on a mobile device of ${viewport.width} px`, () => {
      test.use({ viewport, userAgent: PHONE });

      test("is at the bottom edge, shifts nothing and covers neither the consent dialog nor the end of the page", async ({
        page,
      }) => {
        const errors = collectConsoleErrors(page);
        await recordLayoutShift(page);
        await page.goto("/brain?mobile_banner=true");
        await expect(notice(page)).toHaveText(NOTICE);
        await hydrated(page);
        const box = await notice(page).boundingBox();
        expect(box).toMatchObject({ x: 0, width: viewport.width });
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(viewport.height);
        const consent = await page.getByRole("dialog", { name: "Can we count your visit?" }).boundingBox();
        expect((consent?.y ?? 0) + (consent?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);

        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        // Sections grow when they are rendered.
        const endOfFooter = () =>
          page.evaluate(() => {
            window.scrollTo(0, document.documentElement.scrollHeight);
            return document.querySelector("footer")?.getBoundingClientRect().bottom;
          });
        await expect.poll(endOfFooter).toBeLessThanOrEqual((box?.y ?? 0) + 1);
        await expect(notice(page).getByRole("button")).toHaveCount(0);
        expect(await violationsIn(page, '[role="status"]')).toEqual([]);
        expect(errors).toEqual([]);
      });
    });
  }

  test.describe("on a mobile device", () => {
    test.use({ viewport: { width: 390, height: 844 }, userAgent: PHONE });

    test("is not shown with another value in the query, and is in the page's language", async ({ page }) => {
      await page.goto("/brain?mobile_banner=TRUE");
      await hydrated(page);
      await settled(page);
      await expect(notice(page)).toHaveCount(0);
      await page.goto("/fr-FR/pricing?mobile_banner=true");
      await expect(page.getByRole("status").filter({ hasText: "Passez sur votre ordinateur" })).toBeVisible();
    });
  });

  test("is not shown on a desktop", async ({ page }) => {
    await page.goto("/brain?mobile_banner=true");
    await hydrated(page);
    await settled(page);
    await expect(notice(page)).toHaveCount(0);
  });
});

test.describe("app-redirect", () => {
  const ALLOWED = "https://app.trellis.example/home?x=1";

  /** Serves the site as if it ran on the parent domain. */
  async function runOnParentDomain(page: Page, edit = (html: string) => html): Promise<void> {
    await page.route(
      (url) => url.pathname === "/lp/ai",
      async (route) => {
        const response = await route.fetch();
        const html = (await response.text())
          .replace('"cookieDomain":null', `"cookieDomain":"${HOSTILE_REDIRECTS_PARENT_DOMAIN}"`)
          .replace('"redirectOrigins":[]', `"redirectOrigins":["${HOSTILE_REDIRECTS_ORIGIN}"]`);
        await route.fulfill({ response, body: edit(html) });
      },
    );
    await page.route(/^https:\/\/app\.(trellis|partner)\.example/, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>The app</title>" }),
    );
  }

  const pageWith = (target: string) => `/lp/ai?app-redirect=${encodeURIComponent(target)}`;

  test("sends a desktop visitor on to allowed URLs, once and without a history entry", async ({ page }) => {
    await runOnParentDomain(page);
    for (const target of [ALLOWED, `${HOSTILE_REDIRECTS_ORIGIN}/x`]) {
      await test.step(target, async () => {
        await page.goto("/robots.txt");
        await page.goto(pageWith(target), { waitUntil: "commit" });
        await expect(page).toHaveTitle("The app");
        expect(page.url()).toBe(target);
        await page.goBack();
        await expect(page).toHaveURL("/robots.txt");
      });
    }
  });

  test.describe("on a mobile device", () => {
    test.use({ userAgent: PHONE });

    test("does nothing", async ({ page }) => {
      await runOnParentDomain(page);
      await page.goto(pageWith(ALLOWED));
      await hydrated(page);
      await expect(page).toHaveURL(pageWith(ALLOWED));
    });
  });

  // appRedirect.test.ts has all of them; each needs its own document here.
  const NASTIEST = ["javascript://trellis.example/%0aalert(1)", "https://trellis.example\\.evil.example"];
  const hostile = HOSTILE_REDIRECTS.filter((target, index) =>
    IS_SOAK ? index % 3 === 0 : NASTIEST.includes(target),
  );
  test(`rejects ${hostile.length} hostile URLs, silently`, async ({ page }) => {
    // Neither React nor the content matters here, and hydrating and drawing them each time takes long.
    await runOnParentDomain(page, (html) =>
      html.replace(" data-hydrate", "").replace(/<main[\s\S]*<\/main>/, "<main></main>"),
    );
    const errors = collectConsoleErrors(page);
    await installClock(page);
    const left: string[] = [];
    page.on("request", (request) => {
      const { pathname, hostname } = new URL(request.url());
      if (request.isNavigationRequest() && (pathname !== "/lp/ai" || hostname !== "127.0.0.1"))
        left.push(request.url());
    });
    expect(hostile.length).toBeGreaterThanOrEqual(NASTIEST.length);
    for (const target of hostile) {
      await page.goto(pageWith(target), { waitUntil: "load" });
      await passTime(page, 1000);
      expect(
        new URL(page.url()).searchParams.get("app-redirect"),
        `The page stays as it is for ${target}.`,
      ).toBe(new URL(pageWith(target), "http://x").searchParams.get("app-redirect"));
    }
    expect(left).toEqual([]);
    expect(errors).toEqual([]);
  });
});
