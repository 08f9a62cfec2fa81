import { capitalize, formatCounted, LOCALES, type Locale, valueTitle } from "@marquee/contract";
import type { RevisionSummary } from "@marquee/contract/schema";

/** A language as people name it: "French". The site has one variant of each. */
export function languageName(locale: Locale): string {
  return capitalize(valueTitle("visit:language", locale.split("-")[0] ?? locale));
}

export const LANGUAGE_CHOICES = LOCALES.map((locale) => [locale, languageName(locale)] as const);

/** "Home in French". */
export function itemName({ title, locale }: { title: string; locale: Locale | null }): string {
  return locale === null ? title : `${title} in ${languageName(locale)}`;
}

/** What a revision did, after its author: "changed Hero: Title of Home in French". */
export function revisionSentence({ items, restored }: Pick<RevisionSummary, "items" | "restored">): string {
  if (restored !== null)
    return restored === 0 ? "went back to the content of the files" : `went back to revision ${restored}`;
  const [first, ...rest] = items;
  if (!first) return "changed nothing";
  const more = first.count - first.fields.length;
  const names = more > 0 ? [...first.fields, formatCounted(more, "more field")] : first.fields;
  const others = rest.length > 0 ? `, and ${formatCounted(rest.length, "other text")}` : "";
  return `changed ${listed(names)} of ${itemName(first)}${rest.length === 1 && rest[0] ? `, and of ${itemName(rest[0])}` : others}`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
