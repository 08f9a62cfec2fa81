import { type ArchiveMoment, archiveStyles } from "@marquee/contract";

const WITHOUT_SCRIPTS = /\(\s*scripting\s*:\s*(?:none|initial-only)\s*\)/gi;
const WITH_SCRIPTS = /\(\s*scripting\s*(?::\s*enabled\s*)?\)/gi;
const IN_DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const IN_LIGHT = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const NEVER = "(width < 0px)";
const ALWAYS = "(width >= 0px)";
/** Addresses that name a host, once those of the site lead elsewhere. */
const ELSEWHERE =
  /url\(\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\/[^)]*\)|(@import\s+)["']\s*(?:[a-z][a-z0-9+.-]*:)?\/\/[^"']*["']/gi;

/**
 * A text of CSS as it is played: addresses lead to the archive or nowhere, and what it says for pages with scripts holds, for the recorded page had some. The
 * frame that it is played in has none, and would show what others see (Media Queries level 5, section 11.1). A recording does not say whether the
 * visitor's system is dark; it is played light, whatever the viewer's is.
 */
export function tameStyles(css: string, moment: ArchiveMoment): string {
  const scripted = css.replace(WITHOUT_SCRIPTS, NEVER).replace(WITH_SCRIPTS, ALWAYS);
  const shown = scripted.replace(IN_DARK, NEVER).replace(IN_LIGHT, ALWAYS);
  return archiveStyles(shown, moment).replace(ELSEWHERE, '$1url("about:invalid")');
}
