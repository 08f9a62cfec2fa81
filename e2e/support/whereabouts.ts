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
