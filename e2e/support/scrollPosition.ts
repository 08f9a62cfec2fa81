import type { Frame, Page } from "@playwright/test";

/** In which section of a page the top of the window is, by its name, and how far below the section's top. */
export interface ScrollPosition {
  section: string;
  offset: number;
}

/** @param isReplay whether to look at the page that the replay's player shows. */
export async function whereabouts(shown: Page | Frame, isReplay = false): Promise<ScrollPosition> {
  return shown.evaluate((isReplay) => {
    const page = isReplay ? document.querySelector("iframe")?.contentDocument : document;
    if (!page) throw new Error("There is no page to look at.");
    const sections = [...page.querySelectorAll<HTMLElement>("main section")];
    const section = sections.findLast((each) => each.getBoundingClientRect().top <= 0);
    const { top } = (section ?? page.documentElement).getBoundingClientRect();
    return { section: section?.dataset.sectionId ?? "", offset: Math.round(0 - top) };
  }, isReplay);
}
