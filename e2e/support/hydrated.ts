import type { Page } from "@playwright/test";

/** Waits until React answers on this document. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}
