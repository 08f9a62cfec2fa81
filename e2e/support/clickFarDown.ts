import type { Locator } from "@playwright/test";
import { still } from "./settled.ts";

/** Scrolls to an element far down a page. Sections on the way are drawn only once they scroll into view, which may change the page's height. */
export async function scrollFarDown(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await still(target.page());
}

/** {@link scrollFarDown}, and clicks the element. */
export async function clickFarDown(target: Locator): Promise<void> {
  await scrollFarDown(target);
  await target.click();
}
