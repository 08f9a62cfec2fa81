import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Sent once per document. Frames may have a separate origin. */
const AXE = `${SOURCE};axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`;

/**
 * Draws content that `content-visibility` skips, because Chromium reports stale colors for it. Changing a style sheet by script is allowed by a
 * policy against inline styles.
 */
async function drawEverything(): Promise<void> {
  const [sheet] = document.styleSheets;
  sheet?.insertRule("* { content-visibility: visible !important }", sheet.cssRules.length);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Resolves once no visible element in these frames moves or changes color, and none is dimmed until new figures load. Polls frames instead of waiting in them, because some cannot run scripts. */
async function settle(page: Page, frames: readonly Frame[]): Promise<void> {
  for (;;) {
    // The effect of a click is drawn, and its transitions start, within two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const moving = await Promise.all(frames.map((frame) => frame.evaluate(countMoving)));
    if (moving.every((count) => count === 0)) return;
  }
}

/** Number of running animations of visible elements, without endless ones, and of places with outdated content. */
function countMoving(): number {
  const animations = document.getAnimations().filter(({ effect, playState }) => {
    if (playState !== "running" || !(effect instanceof KeyframeEffect)) return false;
    return (
      effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && effect.target?.checkVisibility()
    );
  });
  return animations.length + document.querySelectorAll("[data-outdated]").length;
}

export interface AxeRules {
  /** Names of the rules to check; all by default. */
  only?: string[];
  /** Excludes frames, because a page in a preview has its own landmarks. */
  withoutFrames?: boolean;
}

/** The violations that axe finds on the page, one line each: rule and element. */
export async function violationsOf(page: Page, { only, withoutFrames }: AxeRules = {}): Promise<string[]> {
  // A new theme or width is drawn after the next frame.
  await page.evaluate(drawEverything);
  return violationsFor(page, { ...(only && { only }), ...(withoutFrames && { withoutFrames }) });
}

/** Like {@link violationsOf}, for the elements at the selector `place` only, without drawing skipped content. */
export async function violationsIn(page: Page, place: string): Promise<string[]> {
  await page.locator(place).first().waitFor();
  return violationsFor(page, { place });
}

/**
 * Scans frames too: axe in the page asks axe in its frames by message. Calls axe itself, because the package for Playwright takes twice the
 * processor time, and `resultTypes` skips the details of passed rules.
 */
async function violationsFor(page: Page, rules: AxeRules & { place?: string }): Promise<string[]> {
  const { only, place, withoutFrames = false } = rules;
  const frames = withoutFrames ? [page.mainFrame()] : page.frames();
  await settle(page, frames);
  for (const frame of frames) if (!(await frame.evaluate("Boolean(window.axe)"))) await frame.evaluate(AXE);
  return page.evaluate(
    async ({ only, place, withoutFrames }) => {
      const options = {
        resultTypes: ["violations" as const],
        iframes: !withoutFrames,
        ...(only && { runOnly: only }),
      };
      const { violations } = await window.axe.run(place ? { include: [place] } : document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = "" }) => `${id}: ${target.join(" ")} ${failureSummary}`),
      );
    },
    { only, place, withoutFrames },
  );
}
