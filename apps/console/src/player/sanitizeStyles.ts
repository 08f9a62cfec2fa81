import type { ArchiveMoment } from "@marquee/contract";
import { ALWAYS, markColorScheme, NEVER } from "./colorScheme.ts";
import { sanitizeCssAddresses, sanitizeSheetAddresses } from "./cssAddresses.ts";

const WITHOUT_SCRIPTS = /\(\s*scripting\s*:\s*(?:none|initial-only)\s*\)/gi;
const WITH_SCRIPTS = /\(\s*scripting\s*(?::\s*enabled\s*)?\)/gi;
/**
 * `content-visibility` would give unseen elements an estimated height and move click positions. Styles come
 * from anyone, so the input is bounded.
 */
const SPARED = /(?<![\w-])(content-visibility\s{0,9}:\s{0,9})auto(?![\w-])/gi;
/** Where rrweb divides the text of a style sheet among the nodes that it came from. */
const SPLIT = "/* rr_split */";

/**
 * A text of CSS as it is played: addresses lead to the archive or nowhere, and what it says for pages with scripts holds, for the recorded page had some. The
 * frame that it is played in has none, and would show what others see (Media Queries level 5, section 11.1). What it says for
 * systems that are dark or light is left open, for the visitor's system counts, not the viewer's (`playedSchemes.ts`). All of the page is laid out, as
 * what visitors have scrolled over was.
 * @param property whose value the text is; null for rules and declarations.
 */
export function sanitizeStyles(css: string, moment: ArchiveMoment, property: string | null = null): string {
  return sanitizeCssAddresses(adapt(css), moment, property);
}

/** The same of a text that others may follow in one style sheet: it can be no part of theirs. */
export function sanitizeStyleSheet(css: string, moment: ArchiveMoment): string {
  return sanitizeSheetAddresses(adapt(css), moment);
}

/** The same of a whole sheet as rrweb writes it. Where a mark stands within a rule, the sheet stays in one piece. */
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
