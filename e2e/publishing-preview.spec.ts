import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { contentApi, openAsEditor, unexpected } from "./support/publishing.ts";
import { testPublishing } from "./support/sharedSites.ts";

testPublishing(
  "a preview at another date and for another visitor, beside the present one, and by a link without an account",
  async ({ browser, site }) => {
    testPublishing.setTimeout(120_000);
    const { page, errors } = await openAsEditor(browser, site.url);
    const api = contentApi(page, site.url);
    const id = await api.createDraft("Next week");
    const change = {
      item: "copy:fr-FR:home",
      pointer: "/hero/title",
      value: "Lundi, tout change.",
      revision: 0,
    };
    await api.send("PUT", `/drafts/${id}/field`, change);
    const pages: string[] = [];
    page.on("request", (request) => {
      if (/\/v1\/|\/consent|\/location/.test(new URL(request.url()).pathname)) pages.push(request.url());
    });

    await testPublishing.step("publish later", async () => {
      await page.goto(`/console/pages/copy%3Afr-FR%3Ahome?draft=${id}`);
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Publish" });
      await dialog.getByRole("button", { name: "Publish later" }).click();
      const monday = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
      await dialog.getByLabel(/^Date and time/).fill(monday);
      expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
      await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
      await expect(page.getByText(/^Scheduled for/)).toBeVisible();
    });
    await page.goto("/console/publications");
    const scheduled = page.getByRole("region", { name: "Scheduled" });
    await expect(scheduled).toContainText("Next week");
    await scheduled.getByRole("link", { name: /^Preview/ }).click();
    await page.getByLabel("Language").selectOption("fr-FR");
    const first = page.frameLocator('iframe[title^="Preview: "]').first();
    await expect(first.getByRole("heading", { level: 1 })).toHaveText("Lundi, tout change.");

    await testPublishing.step("two pages side by side", async () => {
      await page.getByRole("button", { name: "Compare two" }).click();
      const second = page.getByRole("region", { name: "Second page" });
      await second.getByLabel(/^Date/).fill("");
      const now = page.frameLocator('iframe[title="Preview: second page"]');
      await expect(now.getByRole("heading", { level: 1 })).not.toHaveText("Lundi, tout change.");
      await expect(second.getByText("(different)")).toHaveCount(1);
      await now.locator('footer a[href="/fr-FR/pricing"], header a[href="/fr-FR/pricing"]').first().click();
      await expect(second).toContainText("/fr-FR/pricing");
      await expect(page).toHaveURL(/page2=\/fr-FR\/pricing/);
      await page.reload();
      await expect(second).toContainText("/fr-FR/pricing");
    });
    await testPublishing.step("a link for people without an account", async () => {
      const one = page.getByRole("region", { name: "First page" });
      await one.getByRole("button", { name: "Copy link" }).click();
      await page.getByRole("button", { name: "Create link" }).click();
      const link = await page.getByLabel("Link", { exact: true }).inputValue();
      expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      const stranger = await (await browser.newContext()).newPage();
      const strip = stranger.getByRole("heading", { level: 1, name: "Preview of the site" });
      const preview = stranger.frameLocator("iframe");
      const headline = preview.getByRole("heading", { level: 1 });
      await stranger.goto(link);
      await expect(strip).toBeVisible();
      await expect(stranger.getByText("Not what visitors see.")).toBeVisible();
      await expect(headline).toHaveText("Lundi, tout change.");
      expect(await violationsOf(stranger, { withoutFrames: true })).toEqual([]);

      // The URL of the frame, opened on its own.
      const framed = stranger.frames()[1]?.url() ?? "";
      expect(framed).toMatch(/\/preview\/[\w.-]+\/fr-FR$/);
      await stranger.goto(framed);
      await expect(strip).toBeVisible();
      await expect(headline).toHaveText("Lundi, tout change.");
      await preview
        .locator('header a[href="/fr-FR/pricing"], footer a[href="/fr-FR/pricing"]')
        .first()
        .click();
      await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/\/preview\/[\w.-]+\/fr-FR\/pricing$/);
      await expect(strip).toBeVisible();
      await expect(headline).toBeVisible();
      await stranger.evaluate(() => {
        const frame = document.querySelector("iframe");
        frame?.contentWindow?.location.reload();
      });
      await expect(headline).toBeVisible();

      await stranger.setViewportSize({ width: 390, height: 844 });
      await stranger.goto(link);
      await expect(headline).toBeInViewport();
      expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await stranger.context().cookies()).toEqual([]);
      await stranger.goto(link.replace(/\.[A-Za-z0-9_-]{22}\?/, `.${"A".repeat(22)}?`));
      await expect(stranger.getByRole("heading", { name: "This link does not work" })).toBeVisible();

      const links = page.getByRole("region", { name: "Active links" });
      await expect(links.getByRole("listitem")).toContainText("Content: Published");
      expect(await violationsOf(page, { withoutFrames: true })).toEqual([]);
      await links.getByRole("button", { name: /^Revoke the link to \/fr-FR/ }).press("Enter");
      await expect(links.getByText("Link revoked. There are no active links.")).toBeVisible();
      await stranger.goto(link);
      await expect(stranger.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
      await stranger.context().close();
    });
    await api.send("PUT", `/drafts/${id}`, { isDiscarded: true });
    expect(pages, "Nothing is measured.").toEqual([]);
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  },
);
