import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Chromium gives stale colours for what `content-visibility` leaves undrawn. Style sheets are changed by script, which a policy against inline
 * styles allows.
 */
async function drawEverything(): Promise<void> {
  const [sheet] = document.styleSheets;
  sheet?.insertRule("* { content-visibility: visible !important }", sheet.cssRules.length);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/**
 * What axe finds wrong with what is shown now, each as one readable line: rule, and where.
 * @param rules the only ones to check; all by default.
 */
export async function violationsOf(page: Page, rules: string[] = []): Promise<string[]> {
  // What was asked for just now (another theme, another width) is drawn after the next frame.
  await page.evaluate(drawEverything);
  return violationsFor(rules.length > 0 ? axeOn(page).withRules(rules) : axeOn(page));
}

/** Like {@link violationsOf}, within what is at `place`, as it is drawn now. */
export function violationsIn(page: Page, place: string): Promise<string[]> {
  return violationsFor(axeOn(page).include(place));
}

async function violationsFor(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}

/**
 * Frames are looked at too; they are asked through messages, which our own frames answer, so that no second page is opened for it each time. Where
 * something passed is not worked out.
 */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
}
