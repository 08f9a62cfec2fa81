import type { Page, Request } from "@playwright/test";

/**
 * Milliseconds whose timers run together in {@link passTime}, before waiting for the work that they started.
 */
const STEP = 1000;

/** Resolves once a request has ended: its size is available then. Browsers do not end a fetch whose response the page does not read. */
async function ended(request: Request): Promise<void> {
  const isRead = request.resourceType() !== "fetch";
  await (isRead ? request.sizes() : request.response()).catch(() => null);
}

/**
 * Waits until a page has nothing left to do except for timers: it has drawn, is idle, and all requests, including those they caused, have ended.
 * Streams of events stay open.
 */
export async function settled(page: Page): Promise<void> {
  const requests = async () =>
    (await page.requests()).filter((request) => request.resourceType() !== "eventsource");
  for (let before: unknown, last: unknown = null; before !== last; ) {
    before = last;
    await Promise.all((await requests()).map(ended));
    await page.evaluate(async () => {
      for (let turn = 0; turn < 2; turn += 1) {
        await new Promise((done) => requestAnimationFrame(done));
        await new Promise((done) => requestIdleCallback(done));
      }
    });
    last = (await requests()).at(-1);
  }
}

/** Installs Playwright's fake clock, whose time passes as usual until {@link passTime}. Call it before opening the page. */
export async function installClock(page: Page): Promise<void> {
  const context = page.context();
  // The clock's own `performance` has no entries, which pages read.
  await context.addInitScript(() => Reflect.set(window, "realPerformance", performance));
  await page.clock.install();
  await context.addInitScript(() => {
    const real: Performance = Reflect.get(window, "realPerformance");
    for (const name of ["getEntries", "getEntriesByName", "getEntriesByType"] as const)
      Reflect.set(performance, name, real[name].bind(real));
  });
}

/**
 * Advances time: runs the page's timers and waits until their work has finished. Needs {@link installClock}.
 * @param duration in milliseconds.
 */
export async function passTime(page: Page, duration: number): Promise<void> {
  await settled(page);
  for (let passed = 0; passed < duration; passed += STEP) {
    await page.clock.runFor(STEP);
    await settled(page);
  }
}

/** Waits until the page neither scrolls nor changes its height for some frames. Sections get their real heights once they scroll into view. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const place = () => `${window.scrollY} ${document.documentElement.scrollHeight}`;
    let last = place();
    for (let frames = 0; frames < 15; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (place() !== last) frames = 0;
      last = place();
    }
  });
}

/** Turns the mouse wheel, and waits until the page has received it and is still. */
export async function turnWheel(page: Page, distance: number): Promise<void> {
  const wheel = await page.evaluateHandle(() => ({
    turned: new Promise((done) => addEventListener("wheel", done, { capture: true, once: true })),
  }));
  await page.mouse.wheel(0, distance);
  await wheel.evaluate(({ turned }) => turned.then(() => undefined));
  await still(page);
}

/** Waits until the page's animations have ended. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
