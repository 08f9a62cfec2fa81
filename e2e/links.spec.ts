import { expect, type Page, test } from "@playwright/test";
import { clickFarDown } from "./support/clickFarDown.ts";
import { hydrated } from "./support/hydrated.ts";

const signUpOf = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Start free" });

test("a link within the site changes page without a new document; a fragment stays an anchor", async ({
  page,
}) => {
  await page.goto("/");
  await hydrated(page);
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  await clickFarDown(page.getByRole("contentinfo").getByRole("link", { name: "Pricing" }));
  await expect(page).toHaveURL("/pricing");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await page.locator('a[href="#main"]').focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/#main");
  expect(documents).toEqual([]);
});

test("the page behind a link is fetched once the link is near the viewport or focused", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const isFetched = (name: string) => requested.some((path) => path.startsWith(`/assets/${name}-`));
  await page.goto("/accessibility");
  await hydrated(page);
  await expect.poll(() => isFetched("pricing")).toBe(true);
  expect(isFetched("lp-ai")).toBe(false);
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/lp/ai";
    link.style.cssText = "position: absolute; top: 20000px";
    document.body.append(link);
    link.focus({ preventScroll: true });
  });
  await expect.poll(() => isFetched("lp-ai")).toBe(true);
});

test("internal links stay in the tab; external links open a new one, without opener or referrer", async ({
  page,
  baseURL,
}) => {
  for (const path of ["/", "/pricing", "/brain"]) {
    await page.goto(path);
    const links = await page
      .locator("a[href^='http'], a[href^='/']")
      .evaluateAll((all) =>
        all.map((link) => ({
          href: link.getAttribute("href") ?? "",
          isOwn: (link as HTMLAnchorElement).origin === location.origin,
          target: link.getAttribute("target"),
          rel: link.getAttribute("rel"),
        })),
      );
    expect(links.length).toBeGreaterThan(10);
    for (const { href, isOwn, target, rel } of links) {
      expect(target, `${baseURL}${path}: ${href}`).toBe(isOwn ? null : "_blank");
      if (!isOwn) expect(rel).toBe("noopener noreferrer");
    }
  }
});

test("a click carries the campaign to the sign-up page, and nothing else from the query", async ({
  page,
}) => {
  await page.goto("/?utm_source=letter&plan=business&token=secret#main");
  await hydrated(page);
  await expect(signUpOf(page)).toHaveAttribute("href", "/sign-up");
  await signUpOf(page).evaluate((link) =>
    link.addEventListener("click", (event) => event.preventDefault(), { capture: true }),
  );
  await signUpOf(page).click();
  await expect(signUpOf(page)).toHaveAttribute("href", "/sign-up?utm_source=letter&plan=business");
});

test("a button has tracking attributes", async ({ page }) => {
  await page.goto("/");
  await expect(signUpOf(page)).toHaveAttribute("data-track-event-name", "click web");
  await expect(signUpOf(page)).toHaveAttribute("data-track-clicked-type", "button");
  await expect(signUpOf(page)).toHaveAttribute("data-track-button-clicked", "sign-up");
  await expect(signUpOf(page)).toHaveAttribute("data-track-source", "nav");
});

test("the footer links to the same page in each language, or to pricing if it is not translated", async ({
  page,
}) => {
  const switcher = page.getByRole("contentinfo").getByRole("navigation");
  await page.goto("/pricing");
  await switcher.getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL("/fr-FR/pricing");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr-FR");
  await expect(switcher.locator("[aria-current]")).toHaveText("Français");
  await switcher.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/pricing");
  await page.goto("/de");
  await expect(switcher.getByRole("link", { name: "Italiano" })).toHaveAttribute("href", "/it");
  await expect(page.getByRole("banner").getByRole("link", { name: "Brain" }).first()).toHaveAttribute(
    "href",
    "/de/brain",
  );
  await page.goto("/demo");
  await expect(switcher.getByRole("link", { name: "Deutsch" })).toHaveAttribute("href", "/de/pricing");
  await expect(switcher.getByRole("link", { name: "English" })).toHaveAttribute("href", "/demo");
});
