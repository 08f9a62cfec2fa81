import { type Browser, expect, type FrameLocator, type Page } from "@playwright/test";
import { collectConsoleErrors } from "./consoleErrors.ts";
import { joinConsole } from "./joinConsole.ts";
import { DESKTOP } from "./viewports.ts";

/**
 * Chromium reports each script of the page that the preview does not run, and that its sandbox allows things that its policy
 * blocks.
 */
const IS_REFUSED_SCRIPT = /Content Security Policy directive: "script-src 'none'"|can escape its sandboxing/;

/** Opens the console as a new editor, in a wide window. */
export async function openAsEditor(browser: Browser, url: string): Promise<{ page: Page; errors: string[] }> {
  const page = await (await joinConsole(browser, url, "editor")).newPage();
  const errors = collectConsoleErrors(page);
  await page.setViewportSize(DESKTOP);
  return { page, errors };
}

/** The errors that previews do not explain. */
export function unexpected(errors: readonly string[]): string[] {
  return errors.filter((error) => !IS_REFUSED_SCRIPT.test(error));
}

/** The page next to the fields of its editor. */
export function preview(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Preview of the page"]');
}

/** The field of the headline in the editor of Home. */
export const headlineOf = (page: Page) => page.getByRole("textbox", { name: "Title" }).nth(1);

/** Resolves once the server has saved a field. */
export function fieldSaved(page: Page) {
  return page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().endsWith("/field") && response.ok(),
  );
}

/** The page as visitors get it. */
export async function served(page: Page, path: string): Promise<string> {
  return (await page.request.get(path)).text();
}

/** Publishes the open draft. @returns the number of the revision. */
export async function publish(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  return publishedRevision(page);
}

/** Waits until the screen confirms a published revision. @returns its number. */
export async function publishedRevision(page: Page): Promise<number> {
  const notice = page.getByText(/^Published as revision \d+\.$/);
  await expect(notice).toBeVisible();
  return Number(/\d+/.exec(await notice.innerText())?.[0]);
}

/** Undoes the latest publication by keyboard. */
export async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await expect(page.locator(":focus")).toHaveText("Publication undone. Visitors see the earlier content.");
}

/** Undoes everything, under Publications. */
export async function restoreFiles(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Restore the content of the files" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await publishedRevision(page);
}

/** The console's API for content, with the session of a page. @param url of the site. */
export function contentApi(page: Page, url: string) {
  const send = async <Answer = unknown>(
    method: "POST" | "PUT",
    path: string,
    data: object,
  ): Promise<Answer> => {
    const headers = { origin: url };
    const answer = await page.request.fetch(`${url}/console/api/content${path}`, { method, headers, data });
    expect(answer.ok(), path).toBe(true);
    return answer.json();
  };
  return {
    send,
    createDraft: async (name: string) => (await send<{ id: number }>("POST", "/drafts", { name })).id,
  };
}
