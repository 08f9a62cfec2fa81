import type { Page } from "playwright-core";

/** Simulates a few seconds of a visit: scrolling, pointing, opening a menu. */
export async function stroll(page: Page): Promise<void> {
  for (let step = 0; step < 8; step += 1) {
    await page.mouse.move(200 + step * 120, 300 + (step % 3) * 90, { steps: 4 });
    await page.mouse.wheel(0, step < 4 ? 600 : -600);
    await page.waitForTimeout(150);
  }
  const menu = page.locator("header nav summary").first();
  await menu.click();
  await page.waitForTimeout(300);
  await menu.click();
}
