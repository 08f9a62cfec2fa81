import type { Page } from "@playwright/test";

/** Waits until React has hydrated the document. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}
