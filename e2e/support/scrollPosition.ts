import type { Frame, Page } from "@playwright/test";

/** The section at the top of the window, and the distance in pixels from the section's top. */
export interface ScrollPosition {
  section: string;
  offset: number;
}

/** @param isReplay whether to read the page in the replay player. */
export async function whereabouts(shown: Page | Frame, isReplay = false): Promise<ScrollPosition> {
  return shown.evaluate((isReplay) => {
    const page = isReplay ? document.querySelector("iframe")?.contentDocument : document;
    if (!page) throw new Error("The player shows no page.");
    const sections = [...page.querySelectorAll<HTMLElement>("main section")];
    const section = sections.findLast((each) => each.getBoundingClientRect().top <= 0);
    const { top } = (section ?? page.documentElement).getBoundingClientRect();
    return { section: section?.dataset.sectionId ?? "", offset: Math.round(0 - top) };
  }, isReplay);
}
