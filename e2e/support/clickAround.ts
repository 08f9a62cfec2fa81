import type { Page } from "@playwright/test";
import { elementPath } from "./elementPath.ts";

/** A real click and the element that it hit. */
export interface KnownClick {
  /** Distance from the left and top edge of the page, in CSS pixels. */
  x: number;
  y: number;
  /** Path of the element, as `elementPath` writes it. */
  element: string;
}

interface ClickAroundOptions {
  count: number;
  /** Called repeatedly before the first counted click, after each click that does not. */
  isWatched: () => Promise<boolean>;
  /** A random number from 0 to 1, like `Math.random`. */
  random: () => number;
}

/**
 * Clicks in a different place each time. Clicks have no effect, so the page stays as served.
 * @returns the elements that the browser says were hit.
 */
export async function clickAround(
  page: Page,
  { count, random, isWatched }: ClickAroundOptions,
): Promise<KnownClick[]> {
  await page.evaluate(`(${noteClicks})(${elementPath})`);
  const click = async () => {
    const spot = await page.evaluate(findSpot, [random(), random(), random()]);
    if (spot) await page.mouse.click(spot.x, spot.y);
    return spot ? 1 : 0;
  };
  const readClicks = () =>
    page.evaluate(() => (window as typeof window & { knownClicks: KnownClick[] }).knownClicks);
  do await click();
  while (!(await isWatched()));
  const { length: early } = await readClicks();
  for (let clicked = 0; clicked < count; ) clicked += await click();
  return (await readClicks()).slice(early);
}

/** Notes clicks before all other listeners, and stops them after listeners on the document, before the page's own code. */
function noteClicks(pathOf: typeof elementPath): void {
  const clicks: KnownClick[] = [];
  Object.assign(window, { knownClicks: clicks });
  const note = ({ target, pageX: x, pageY: y }: MouseEvent) => {
    if (target instanceof Element) clicks.push({ x, y, element: pathOf(target) });
  };
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  // A dialog that opens anyway is not part of the served page.
  HTMLDialogElement.prototype.showModal = () => {};
  addEventListener("click", note, { capture: true });
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
    document.documentElement.addEventListener(type, stop, { capture: true });
}

/** Scrolls to a random place, waits until the page is still, and returns a point of the window over an element of the page. Runs in the page. */
async function findSpot([down = 0, right = 0, across = 0]: number[]): Promise<{
  x: number;
  y: number;
} | null> {
  const { documentElement: root, body } = document;
  scrollTo({ top: down * (root.scrollHeight - innerHeight), behavior: "instant" });
  // Lays out content that was not rendered before.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const [x, y] = [Math.floor(right * root.clientWidth), Math.floor(across * innerHeight)];
  const hit = document.elementFromPoint(x, y);
  return hit && hit !== root && hit !== body ? { x, y } : null;
}
