import { expect, type Frame, type Page } from "@playwright/test";
import { still } from "./settled.ts";

/** The section at the top of the window, and the distance in pixels from the section's top. */
export interface ScrollPosition {
  section: string;
  offset: number;
}

/** @param isReplay whether to read the page in the replay player. */
export async function whereabouts(target: Page | Frame, isReplay = false): Promise<ScrollPosition> {
  return target.evaluate((isReplay) => {
    const page = isReplay ? document.querySelector("iframe")?.contentDocument : document;
    if (!page) throw new Error("The player shows no page.");
    const sections = [...page.querySelectorAll<HTMLElement>("main section")];
    const section = sections.findLast((each) => each.getBoundingClientRect().top <= 0);
    const { top } = (section ?? page.documentElement).getBoundingClientRect();
    return { section: section?.dataset.sectionId ?? "", offset: Math.round(0 - top) };
  }, isReplay);
}

/** Waits until the page is still and its history entry has the scroll position, which the site writes with a delay. */
export async function placeStored(page: Page): Promise<void> {
  await still(page);
  const stored = () =>
    page.evaluate(() => (history.state as { place: { offset: number } | null }).place?.offset ?? 0);
  await expect
    .poll(async () => Math.abs((await stored()) - (await whereabouts(page)).offset))
    .toBeLessThan(2);
}
