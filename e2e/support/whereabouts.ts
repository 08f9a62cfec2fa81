import type { Page } from "@playwright/test";

/** Where the top of the window is: in which section of the page, by its name, and how far below the section's top. */
export async function whereabouts(page: Page): Promise<{ section: string; offset: number }> {
  return page.evaluate(() => {
    const sections = [...document.querySelectorAll<HTMLElement>("main section")];
    const section = sections.findLast((each) => each.getBoundingClientRect().top <= 0);
    const { top } = (section ?? document.documentElement).getBoundingClientRect();
    return { section: section?.dataset.sectionId ?? "", offset: Math.round(0 - top) };
  });
}

/** Positions are written no more often than this, in milliseconds. */
const WRITE_INTERVAL = 500;

/** Down from the top to a share of the page's height, each step drawn before the next; and stays there a moment, as who reads does. */
export async function readTo(page: Page, share: number): Promise<void> {
  await page.evaluate(async (end) => {
    const drawn = () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));
    for (let y = 0; y < document.documentElement.scrollHeight * end; y += 400) {
      window.scrollTo({ top: y, behavior: "instant" });
      await drawn();
    }
  }, share);
  await page.waitForTimeout(1.2 * WRITE_INTERVAL);
}
