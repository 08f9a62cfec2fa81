import { expect, type FrameLocator, type Page } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { openAsEditor, preview, publishedRevision, served, undo, unexpected } from "./support/publishing.ts";
import { testPublishing } from "./support/sharedSites.ts";

testPublishing(
  "an editor moves and hides sections of all languages, publishes that, and takes it back",
  async ({ browser, site }) => {
    testPublishing.setTimeout(120_000);
    const { page, errors } = await openAsEditor(browser, site.url);
    const before = { en: await served(page, "/"), de: await served(page, "/de") };
    const idsOf = (html: string) => [...html.matchAll(/data-section-id="([^"]+)"/g)].map(([, id]) => id);
    const shownIn = async (place: Page | FrameLocator) =>
      place
        .locator("main [data-section-id]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("data-section-id")));
    await page.goto("/console/pages/copy%3Ade%3Ahome");
    const sections = page.getByRole("region", { name: "Sections" });
    const row = (name: string) => sections.getByRole("listitem").filter({ hasText: name });

    await testPublishing.step("by keyboard, by mouse, and by a switch", async () => {
      await sections.getByRole("button", { name: "Move FAQ up" }).focus();
      await page.keyboard.press("Enter");
      await expect(sections.getByRole("status")).toHaveText("FAQ is at position 10 of 12.");
      await page.keyboard.press("Alt+ArrowUp");
      await expect(sections.getByRole("status")).toHaveText("FAQ is at position 9 of 12.");
      await row("Security").dragTo(row("Views"));
      await expect(sections.getByRole("status")).toHaveText("Security is at position 3 of 12.");
      await sections.getByRole("switch", { name: "Show Moving" }).uncheck({ force: true });
      await expect(sections.getByRole("status")).toHaveText("Moving is hidden.");
    });
    const order = [
      "hero",
      "security",
      "views",
      "features",
      "departments",
      "demo",
      "integrations",
      "faq",
      "closing",
    ];
    // Each change reloads the preview, which aborts reads of it.
    await expect(async () => expect(await shownIn(preview(page))).toEqual(order)).toPass();
    await preview(page)
      .locator("#faq")
      .click({ position: { x: 4, y: 4 } });
    await expect(sections.getByRole("button", { name: "FAQ", exact: true })).toBeFocused();
    expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
    expect(idsOf(await served(page, "/de")), "Nothing is published yet.").toEqual(idsOf(before.de));
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await expect(dialog).toContainText("Hidden sections of Home");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await publishedRevision(page);

    await testPublishing.step(
      "visitors get it, from the server and on the way from another page",
      async () => {
        for (const path of ["/", "/de"]) expect(idsOf(await served(page, path))).toEqual(order);
        const visitor = await (await browser.newContext()).newPage();
        const problems = collectConsoleErrors(visitor);
        await visitor.goto(`${site.url}/de`);
        await hydrated(visitor);
        await visitor.locator("#security").hover();
        const isTaken = () =>
          visitor
            .locator("#security")
            .evaluate((section) => Object.keys(section).some((key) => key.startsWith("__react")));
        await expect.poll(isTaken, "React has hydrated what is below the first view.").toBe(true);
        expect(await shownIn(visitor)).toEqual(order);
        await visitor.locator('header a[href="/de/pricing"]').first().click();
        await expect(visitor.locator("#plans")).toBeVisible();
        await visitor.locator('header a[href="/de"]').first().click();
        await expect.poll(() => shownIn(visitor)).toEqual(order);
        expect(problems).toEqual([]);
        await visitor.context().close();
      },
    );
    await undo(page);
    // The preview shows the published content again.
    await expect(async () => expect(await shownIn(preview(page))).toEqual(idsOf(before.de))).toPass();
    expect(await served(page, "/")).toBe(before.en);
    expect(await served(page, "/de")).toBe(before.de);
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  },
);
