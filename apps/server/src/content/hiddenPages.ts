import {
  DEFAULT_LOCALE,
  itemKey,
  type Json,
  LOCALES,
  type Locale,
  localizePath,
  type SiteContent,
  type SiteEntry,
  valueAt,
  WHOLE_ITEM,
  withValueAt,
} from "@marquee/contract";
import type { Overlay } from "./overlay.ts";

const SHELL = "shell";

/** Labels of the navigation, in the copy of the shell, by the page that they link: one of the site's own, by its copy file. */
const OWN_LINKS: Readonly<Record<string, readonly string[][]>> = {
  lp: [["product", "teams", "label"]],
  "lp-project-management": [["product", "projects", "label"]],
  "lp-gantt": [["product", "gantt", "label"]],
  "lp-ai": [["product", "ai", "label"]],
  brain: [
    ["product", "brain", "label"],
    ["nav", "brain"],
  ],
};
/** Pages that editors write, by slug. They are in English only. */
const WRITTEN_LINKS: Readonly<Record<string, readonly string[][]>> = {
  security: [["footer", "security"]],
  accessibility: [["footer", "accessibility"]],
  guide: [["footer", "guide"]],
};

/** Whether a page of the site itself is hidden in a language: its copy file says so. */
function isOwnHidden({ copy }: Pick<SiteContent, "copy">, locale: Locale, name: string): boolean {
  return (copy[locale]?.[name] as { hidden?: unknown } | undefined)?.hidden === true;
}

/** The languages that visitors do not see: the copy of their shell says so. English is always shown. */
export function hiddenLanguages({ copy }: Pick<SiteContent, "copy">): Locale[] {
  return LOCALES.filter((locale) => locale !== DEFAULT_LOCALE && isOwnHidden({ copy }, locale, SHELL));
}

/** Paths of the site's own pages that visitors do not see. */
export function hiddenPaths(
  content: SiteContent,
  pages: ReturnType<SiteEntry["listPageTexts"]>,
): Set<string> {
  const languages = hiddenLanguages(content);
  const paths = LOCALES.flatMap((locale) =>
    pages
      .filter(({ page }) => languages.includes(locale) || isOwnHidden(content, locale, page))
      .map(({ path }) => localizePath(path, locale)),
  );
  return new Set(paths);
}

/**
 * The copy of the shell in each language without the labels of pages that visitors do not see, and with the languages that they do not see, so that nothing
 * links them.
 */
export function unlinkHidden({ copy }: SiteContent, overlay: Overlay): SiteContent["copy"] {
  const written = Object.keys(WRITTEN_LINKS).filter((slug) => isWrittenHidden(overlay, slug));
  const languages = hiddenLanguages({ copy });
  const unlinked = LOCALES.map((locale): [Locale, Record<string, unknown>] => {
    const own = Object.keys(OWN_LINKS).filter((name) => isOwnHidden({ copy }, locale, name));
    const labels = [
      ...own.flatMap((name) => OWN_LINKS[name] ?? []),
      ...written.flatMap((slug) => WRITTEN_LINKS[slug] ?? []),
    ];
    const shell = copy[locale]?.[SHELL] as Json | undefined;
    if (shell === undefined || labels.length + languages.length === 0) return [locale, copy[locale]];
    const without = labels.reduce((value, label) => withValueAt(value, label, "") ?? value, shell);
    const hidden = languages.length > 0 && { hiddenLanguages: languages };
    return [locale, { ...copy[locale], [SHELL]: { ...(without as object), ...hidden } }];
  });
  return Object.fromEntries(unlinked) as SiteContent["copy"];
}

function isWrittenHidden(overlay: Overlay, id: string): boolean {
  const changes = overlay.get(itemKey({ kind: "page", locale: DEFAULT_LOCALE, id })) ?? {};
  const whole = changes[WHOLE_ITEM];
  if (whole === null) return true;
  return (changes["/hidden"] ?? (whole && valueAt(whole, ["hidden"]))) === true;
}
