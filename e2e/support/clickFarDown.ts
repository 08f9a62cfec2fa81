import type { Locator } from "@playwright/test";

/** Scrolls to an element far down a page. Sections on the way are drawn only once they scroll into view, which may change the page's height. */
export async function scrollFarDown(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.page().evaluate(async () => {
    let height = 0;
    for (let still = 0; still < 5; still += 1) {
      await new Promise(requestAnimationFrame);
      const { scrollHeight } = document.documentElement;
      if (scrollHeight !== height) still = 0;
      height = scrollHeight;
    }
  });
}

/** {@link scrollFarDown}, and clicks the element. */
export async function clickFarDown(target: Locator): Promise<void> {
  await scrollFarDown(target);
  await target.click();
}
