import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const { resolve } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
/** The builder would send all of axe, unminified, twice for each look; it is given nothing to send where axe is already. */
const AXE = readFileSync(resolve("axe-core/axe.min.js"), "utf8");
const NOTHING = ";";

/**
 * Chromium gives stale colours for what `content-visibility` leaves undrawn. Style sheets are changed by script, which a policy against inline
 * styles allows.
 */
async function drawEverything(): Promise<void> {
  const [sheet] = document.styleSheets;
  sheet?.insertRule("* { content-visibility: visible !important }", sheet.cssRules.length);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Resolves once nothing that is visible moves or changes color any more. Frames are asked, not told to wait: some of them may run no scripts. */
async function settle(page: Page): Promise<void> {
  for (;;) {
    // What a click changed is drawn, and its transitions begin, within two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const moving = await Promise.all(page.frames().map((frame) => frame.evaluate(countMoving)));
    if (moving.every((count) => count === 0)) return;
  }
}

/** Animations that run, of what is visible; what never ends does not count. */
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

/** What axe finds wrong with what is shown now, each as one readable line: rule, and where. */
export async function violationsOf(page: Page, { only }: AxeRules = {}): Promise<string[]> {
  // What was asked for just now (another theme, another width) is drawn after the next frame.
  await page.evaluate(drawEverything);
  return violationsFor(page, (axe) => (only ? axe.withRules(only) : axe));
}

/** Like {@link violationsOf}, within what is at `place`, as it is drawn now. */
export async function violationsIn(page: Page, place: string): Promise<string[]> {
  await page.locator(place).first().waitFor();
  return violationsFor(page, (axe) => axe.include(place));
}

/**
 * Frames are looked at too; they are asked through messages, which our own frames answer, so that no second page is opened for it each time. Where
 * something passed is not worked out.
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
