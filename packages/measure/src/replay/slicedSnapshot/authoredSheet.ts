/** What rrweb reads of a style sheet. */
interface ReadableSheet {
  href: string | null;
  ownerNode: Element;
  cssRules: readonly { cssText: string }[];
}

/** CSS in which addresses may not be marked as such: what brings sheets or images by texts, and letters by their codes. The browser writes it out. */
const UNCLEAR = /@import|image-set\(|\\0*[4-7]/i;

/**
 * A style element's sheet as one rule, its text, which is nearer to what was written than what the browser makes of each rule, and at hand.
 * @returns null where scripts have put in or taken out rules, or the text is {@link UNCLEAR}
 */
export function readAsWritten(style: Element, ruleCount: number): ReadableSheet | null {
  const cssText = style.textContent ?? "";
  if (ruleCount !== countRules(cssText) || UNCLEAR.test(cssText)) return null;
  return { href: null, ownerNode: style, cssRules: [{ cssText }] };
}

/** Rules at the outermost level of a style sheet without braces in its texts. */
function countRules(css: string): number {
  let depth = 0;
  let count = 0;
  for (const mark of css.match(/[{};]/g) ?? []) {
    if (mark === "{") depth += 1;
    if (mark === "}") depth -= 1;
    if (mark !== "{" && depth === 0) count += 1;
  }
  return count;
}
