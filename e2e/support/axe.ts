import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const { resolve } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
/** The minified source, sent once per document. The builder would send all of axe, unminified, twice for each scan. */
const AXE = readFileSync(resolve("axe-core/axe.min.js"), "utf8");
const NOTHING = ";";

/**
 * Draws content that `content-visibility` skips, because Chromium reports stale colors for it. Changing a style sheet by script is allowed by a
 * policy against inline styles.
 */
async function drawEverything(): Promise<void> {
  const [sheet] = document.styleSheets;
  sheet?.insertRule("* { content-visibility: visible !important }", sheet.cssRules.length);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Resolves once no visible element moves or changes color. Polls frames instead of waiting in them, because some cannot run scripts. */
async function settle(page: Page): Promise<void> {
  for (;;) {
    // The effect of a click is drawn, and its transitions start, within two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const moving = await Promise.all(page.frames().map((frame) => frame.evaluate(countMoving)));
    if (moving.every((count) => count === 0)) return;
  }
}

/** Number of running animations of visible elements, without endless ones. */
function countMoving(): number {
  return document.getAnimations().filter(({ effect, playState }) => {
    if (playState !== "running" || !(effect instanceof KeyframeEffect)) return false;
    return (
      effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && effect.target?.checkVisibility()
    );
  }).length;
}

export interface AxeRules {
  /** Names of the rules to check; all by default. */
  only?: string[];
}

/** The violations that axe finds on the page, one line each: rule and element. */
export async function violationsOf(page: Page, { only }: AxeRules = {}): Promise<string[]> {
  // A new theme or width is drawn after the next frame.
  await page.evaluate(drawEverything);
  return violationsFor(page, (axe) => (only ? axe.withRules(only) : axe));
}

/** Like {@link violationsOf}, for the elements at the selector `place` only, without drawing skipped content. */
export async function violationsIn(page: Page, place: string): Promise<string[]> {
  await page.locator(place).first().waitFor();
  return violationsFor(page, (axe) => axe.include(place));
}

/**
 * Scans frames too. Axe's legacy mode asks them by message instead of opening another page for each scan, and `resultTypes` skips the details of
 * passed rules.
 */
async function violationsFor(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await settle(page);
  for (const frame of page.frames())
    if (!(await frame.evaluate("Boolean(window.axe)"))) await frame.evaluate(AXE);
  const axe = new AxeBuilder({ page, axeSource: NOTHING }).setLegacyMode(true);
  const { violations } = await narrow(axe.options({ resultTypes: ["violations"] })).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}
