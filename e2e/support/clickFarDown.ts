import type { Locator } from "@playwright/test";

/** Clicks what is far down a page. Sections that scroll into view are drawn only then, which may change the page's height. */
export async function clickFarDown(target: Locator): Promise<void> {
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
  await target.click();
}
