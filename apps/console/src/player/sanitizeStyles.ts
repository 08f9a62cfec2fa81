import type { ArchiveMoment } from "@marquee/contract";
import { ALWAYS, markColorScheme, NEVER } from "./colorScheme.ts";
import { sanitizeCssAddresses, sanitizeSheetAddresses } from "./cssAddresses.ts";

const WITHOUT_SCRIPTS = /\(\s*scripting\s*:\s*(?:none|initial-only)\s*\)/gi;
const WITH_SCRIPTS = /\(\s*scripting\s*(?::\s*enabled\s*)?\)/gi;
/**
 * `content-visibility: auto` gives unseen elements an estimated height, which moves click positions. Anyone can send styles, so the pattern is
 * bounded.
 */
const SPARED = /(?<![\w-])(content-visibility\s{0,9}:\s{0,9})auto(?![\w-])/gi;
/** rrweb's mark between the parts of a style sheet that came from different nodes. */
const SPLIT = "/* rr_split */";

/**
 * Adapts CSS for replay. URLs point to the archive or nothing. Conditions on scripting match as with scripts, because the recorded page had scripts,
 * but
 * the player's iframe has none (Media Queries 5, section 11.1). Conditions on the color scheme become placeholders for the visitor's scheme, not the
 * viewer's (`colorScheme.ts`). The whole page is laid out, since visitors scrolled over it.
 * @param property the property whose value the text is; null for rules and declarations.
 */
export function sanitizeStyles(css: string, moment: ArchiveMoment, property: string | null = null): string {
  return sanitizeCssAddresses(adapt(css), moment, property);
}

/** Does the same for a style sheet that others may follow, and closes it, so that it can't affect them. */
export function sanitizeStyleSheet(css: string, moment: ArchiveMoment): string {
  return sanitizeSheetAddresses(adapt(css), moment);
}

/** Does the same for a complete sheet as rrweb writes it. If a split mark is within a rule, the sheet is not split. */
export function sanitizeSplitStyleSheet(css: string, moment: ArchiveMoment): string {
  const parts = css.split(SPLIT);
  const isWhole = parts.every((part) => sanitizeStyleSheet(part, moment) === sanitizeStyles(part, moment));
  return isWhole
    ? parts.map((part) => sanitizeStyleSheet(part, moment)).join(SPLIT)
    : sanitizeStyleSheet(parts.join(""), moment);
}

function adapt(css: string): string {
  const scripted = css
    .replace(WITHOUT_SCRIPTS, NEVER)
    .replace(WITH_SCRIPTS, ALWAYS)
    .replace(SPARED, "$1visible");
  return markColorScheme(scripted);
}
