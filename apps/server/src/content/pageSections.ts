import { LOCALES, type Locale, type SiteContent, shownSections } from "@marquee/contract";

/** The copy of each page whose sections are not as in the code with the sections that visitors see, so that they reach the page with its texts. */
export function withSections({
  copy,
  sections,
}: Pick<SiteContent, "copy" | "sections">): SiteContent["copy"] {
  const shown = Object.entries(sections).flatMap(([page, order]) => {
    const ids = shownSections(page, order);
    return ids ? [[page, ids] as const] : [];
  });
  if (shown.length === 0) return copy;
  const ordered = LOCALES.map((locale): [Locale, Record<string, unknown>] => {
    const texts = copy[locale];
    const pages = shown.flatMap(([page, ids]) =>
      Object.hasOwn(texts, page) ? [[page, { ...(texts[page] as object), sections: ids }]] : [],
    );
    return [locale, { ...texts, ...Object.fromEntries(pages) }];
  });
  return Object.fromEntries(ordered) as SiteContent["copy"];
}
