import { type ArchiveMoment, archiveStyles } from "@marquee/contract";
import { ALWAYS, NEVER, openScheme } from "./schemeStyles.ts";

const WITHOUT_SCRIPTS = /\(\s*scripting\s*:\s*(?:none|initial-only)\s*\)/gi;
const WITH_SCRIPTS = /\(\s*scripting\s*(?::\s*enabled\s*)?\)/gi;
/** What is spared until it is seen has a guessed height, so that places of the page would be elsewhere. Anybody may have written it: bounded. */
const SPARED = /(?<![\w-])(content-visibility\s{0,9}:\s{0,9})auto(?![\w-])/gi;
/** Addresses that name a host, once those of the site lead elsewhere. */
const ELSEWHERE =
  /url\(\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\/[^)]*\)|(@import\s+)["']\s*(?:[a-z][a-z0-9+.-]*:)?\/\/[^"']*["']/gi;

/**
 * A text of CSS as it is played: addresses lead to the archive or nowhere, and what it says for pages with scripts holds, for the recorded page had some. The
 * frame that it is played in has none, and would show what others see (Media Queries level 5, section 11.1). What it says for
 * systems that are dark or light is left open, for the visitor's system counts, not the viewer's (`playedSchemes.ts`). All of the page is laid out, as
 * what visitors have scrolled over was.
 */
export function tameStyles(css: string, moment: ArchiveMoment): string {
  const scripted = css
    .replace(WITHOUT_SCRIPTS, NEVER)
    .replace(WITH_SCRIPTS, ALWAYS)
    .replace(SPARED, "$1visible");
  return archiveStyles(openScheme(scripted), moment).replace(ELSEWHERE, '$1url("about:invalid")');
}
