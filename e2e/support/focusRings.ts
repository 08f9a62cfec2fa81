import type { Page } from "@playwright/test";

/**
 * Focuses everything on the page that the keyboard reaches.
 * @returns the elements whose focus ring is missing, or cut off by the window or by an element around them.
 */
export async function clippedFocusRings(page: Page): Promise<string[]> {
  // The ring shows for focus that a script moves if the last input came from the keyboard.
  await page.keyboard.press("Shift");
  return page.evaluate(async () => {
    const GRACE = 1;
    const clips = ({ overflowX, overflowY }: CSSStyleDeclaration) =>
      overflowX !== "visible" || overflowY !== "visible";
    const isCut = (element: Element, ring: number): boolean => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isWithin = (box: { left: number; top: number; right: number; bottom: number }) =>
        left - ring >= box.left - GRACE &&
        top - ring >= box.top - GRACE &&
        right + ring <= box.right + GRACE &&
        bottom + ring <= box.bottom + GRACE;
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (around === document.body || around === document.documentElement) break;
        if (clips(getComputedStyle(around)) && !isWithin(around.getBoundingClientRect())) return true;
      }
      return left - ring < -GRACE || right + ring > innerWidth + GRACE;
    };
    const problems: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex='0']",
    )) {
      element.focus();
      if (document.activeElement !== element || element.tabIndex < 0) continue;
      // With reduced motion, everything still changes in transitions, though very short ones.
      await Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
      const { outlineStyle, outlineWidth, outlineOffset, clipPath, position } = getComputedStyle(element);
      // The ring of a visually hidden input is on the control next to it.
      const isHidden = position === "absolute" && (clipPath !== "none" || element.offsetWidth <= 1);
      if (isHidden) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? element.id;
      if (outlineStyle === "none") problems.push(`${element.tagName} "${name}" has no ring`);
      else if (isCut(element, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)))
        problems.push(`${element.tagName} "${name}" is cut off`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return problems;
  });
}
