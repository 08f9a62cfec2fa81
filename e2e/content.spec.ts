import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { HOSTILE_MARKDOWN } from "../packages/markdown/src/markdown/testing/hostileMarkdown.ts";
import { clickFarDown } from "./support/clickFarDown.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { settled } from "./support/settled.ts";

/** Adds a page to the content folder of the tested server. @returns a function that removes it. */
function write(name: string, text: string): () => void {
  const dir = process.env.E2E_CONTENT_DIR;
  if (!dir) throw new Error("E2E_CONTENT_DIR is not set: run these tests with e2e/playwright.config.ts.");
  const file = join(dir, "pages/en", name);
  writeFileSync(file, text);
  return () => rmSync(file);
}

async function served(page: Page, path: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(path)).status(), { timeout: 60_000 }).toBe(200);
}

test("the guide shows every Markdown extension", async ({ page }) => {
  await page.goto("/guide");
  await hydrated(page);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Your first week");
  await expect(main.getByRole("heading", { level: 2, name: "Monday: one list" })).toBeVisible();
  await expect(main.locator('[data-icon-list="checklist"] li svg')).toHaveCount(3);
  await expect(main.locator('a[data-icon-link="more"] svg')).toHaveCount(1);
  const card = main.locator('a[data-icon-link="card"]').last();
  await expect(card).toContainText("w3.org");
  await expect(card.locator("svg")).toHaveText("W");
  await expect(card.locator("img")).toHaveAttribute("src", "/images/favicons/www.w3.org");
  expect([await card.getAttribute("target"), await card.getAttribute("rel")]).toEqual([
    "_blank",
    "noopener noreferrer",
  ]);
  const sources = await main
    .locator("img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("src")));
  expect(sources.every((source) => source?.startsWith("/"))).toBe(true);
  await main.getByRole("button", { name: "owner" }).click();
  await expect(page.getByRole("tooltip", { name: "" }).filter({ hasText: "The one person" })).toBeVisible();
});

test("navigates to another page and back without a new document, with the right head each time", async ({
  page,
}) => {
  await page.goto("/de/privacy");
  await hydrated(page);
  const links = () =>
    page
      .locator('link[rel="alternate"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute("hreflang")));
  expect(await links()).toEqual(["en", "x-default", "fr-FR", "es-ES", "it", "pt-BR", "de"]);
  const title = await page.title();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await clickFarDown(page.getByRole("contentinfo").getByRole("link", { name: "Preise" }));
  await expect(page).toHaveURL(/\/de\/pricing$/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Datenschutz und Cookies");
  await expect(page).toHaveTitle(title);
  expect(await links()).toHaveLength(7);
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("a page appears, changes and disappears with its file", async ({ page }) => {
  const page1 = (title: string) => `---\ntitle: ${title}\ndescription: A page for a moment.\n---\nText\n`;
  const remove = write("for-a-moment.md", page1("One"));
  await served(page, "/for-a-moment");
  write("for-a-moment.md", page1("Two"));
  await expect
    .poll(async () => (await page.request.get("/for-a-moment")).text(), { timeout: 60_000 })
    .toContain("Two</h1>");
  expect(await (await page.request.get("/sitemap.xml")).text()).toContain("/for-a-moment<");
  remove();
  await expect
    .poll(async () => (await page.request.get("/for-a-moment")).status(), { timeout: 60_000 })
    .toBe(404);
});

test("a changed text appears without a restart, and its page hydrates with it; other pages keep their version", async ({
  page,
}) => {
  const errors = collectConsoleErrors(page);
  const file = join(process.env.E2E_CONTENT_DIR ?? "", "copy/it/sign-up.json");
  const text = readFileSync(file, "utf8");
  const versionOf = async (path: string) => (await page.request.get(path)).headers()["page-version"];
  const before = [await versionOf("/it/sign-up"), await versionOf("/it/pricing")];
  try {
    writeFileSync(file, text.replace('"title": "Inizia gratis",', '"title": "Inizia gratis oggi",'));
    await expect
      .poll(async () => (await page.request.get("/it/sign-up")).text(), { timeout: 60_000 })
      .toContain("Inizia gratis oggi</h1>");
    await page.goto("/it/sign-up");
    await hydrated(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inizia gratis oggi");
    const after = [await versionOf("/it/sign-up"), await versionOf("/it/pricing")];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(errors).toEqual([]);
  } finally {
    writeFileSync(file, text);
  }
});

test("hostile content runs nothing, loads nothing and injects nothing", async ({ page, baseURL }) => {
  const head = "---\ntitle: Hostile\ndescription: Everything that must not work.\n---\n";
  const remove = write("hostile.md", `${head}${HOSTILE_MARKDOWN.join("\n\n")}\n`);
  try {
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      dialog.dismiss();
    });
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith("data:"))
        foreign.push(request.url());
    });
    await page.addInitScript(() => {
      window.alert = () => Object.assign(window, { hasExecuted: true });
    });
    const errors = collectConsoleErrors(page);
    await served(page, "/hostile");
    await page.goto("/hostile");
    await hydrated(page);
    await settled(page);
    const article = page.locator("article");
    await expect(article).toContainText("alert(1)");
    const forbidden =
      "script, style, iframe, object, embed, base, meta, link, form, input, textarea, select, [style], [onclick], [onerror], [onload]";
    await expect(article.locator(forbidden)).toHaveCount(0);
    const schemes = await article
      .locator("a")
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).protocol));
    expect([...new Set(schemes)].filter((scheme) => !/^(?:https?|mailto|tel|sms):$/.test(scheme))).toEqual(
      [],
    );
    expect([dialogs, foreign, await page.evaluate(() => "hasExecuted" in window)]).toEqual([[], [], false]);
    // No violation of the content security policy, and no hydration mismatch.
    expect(errors).toEqual([]);
  } finally {
    remove();
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a page is complete", async ({ page }) => {
    await page.goto("/accessibility");
    await expect(page.getByRole("table")).toContainText("Escape");
    await expect(page.getByRole("link", { name: "how we keep you safe" })).toHaveAttribute(
      "href",
      "/security",
    );
  });
});

test("headings named like parts of the page have unique IDs", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await page.goto("/guide");
  await hydrated(page);
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll("[id]:not(article :is(h2, h3))")]
      .map(({ id }) => id)
      .concat("__proto__", "forms", "body"),
  );
  expect(ids).toEqual(expect.arrayContaining(["root", "main", "consent-title", "footnote-1"]));
  const escaped = ids.map((id) => `## ${id.replaceAll("_", "\\_")}`);
  const head = "---\ntitle: Named\ndescription: Headings.\n---\n";
  const remove = write("named.md", head + [...escaped, "Text[^1]", "[^1]: Note"].join("\n\n"));
  await served(page, "/named");
  await page.goto("/named");
  await hydrated(page);
  const renderedIds = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  expect(renderedIds.filter((id, index) => renderedIds.indexOf(id) !== index)).toEqual([]);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(ids.length);
  await expect(page.getByRole("dialog", { name: "Can we count your visit?" })).toBeVisible();
  expect(errors).toEqual([]);
  remove();
});
