import {
  formatCounted,
  LOCALES,
  type Locale,
  MEETING_ROUTES_ITEM,
  parseItemKey,
  REDIRECTS_ITEM,
  SECTIONS_ITEM,
} from "@marquee/contract";
import type { ContentItemSummary, DraftPage, DraftSummary, RevisionSummary } from "@marquee/contract/schema";
import { languageName } from "../../shared/format/languageName.ts";

export const LANGUAGE_CHOICES = LOCALES.map((locale) => [locale, languageName(locale)] as const);

/** "Home in French". */
export function itemName({ title, locale }: { title: string; locale: Locale | null }): string {
  return locale === null ? title : `${title} in ${languageName(locale)}`;
}

/** Titles of items with their language, by key. Includes pages that are new in a draft. */
export function namesOf(
  items: readonly ContentItemSummary[],
  drafts: readonly DraftSummary[],
): (key: string) => string {
  return (key) => {
    const address = parseItemKey(key);
    if (address?.kind === "image") return `Image ${address.id}`;
    const item = items.find((each) => each.key === key);
    if (item) return itemName(item);
    const page = drafts.flatMap(({ pages }) => pages).find((each) => each.item === key);
    const locale = address && "locale" in address ? address.locale : null;
    return itemName({ title: page?.title ?? key, locale });
  };
}

/** What a draft does with a page: "renamed to /trust"; undefined if it changes only its texts. */
export function stepText(page: DraftPage | undefined): string | undefined {
  if (page?.step === "renamed") return `renamed to ${page.path}`;
  return page && { added: "new", removed: "deleted", hidden: "hidden", shown: "shown again" }[page.step];
}

/** What a revision did, after its author: "changed Hero: Title of Home in French". */
export function revisionSentence({ items, restored }: Pick<RevisionSummary, "items" | "restored">): string {
  if (restored !== null)
    return restored === 0 ? "restored the content of the files" : `restored revision ${restored}`;
  const [first, ...rest] = items;
  if (!first) return "changed nothing";
  const [second] = rest;
  if (rest.length === 1 && second) return `${changeText(first)}, and ${changeText(second)}`;
  return `${changeText(first)}${rest.length > 0 ? `, and changed ${formatCounted(rest.length, "other text")}` : ""}`;
}

const STEP_VERBS = {
  added: "added",
  removed: "deleted",
  renamed: "renamed",
  hidden: "hid",
  shown: "showed",
} as const;

/** "changed Hero: Title of Home in French", "deleted Security in German". */
function changeText(change: RevisionSummary["items"][number]): string {
  const { item, fields, count, step } = change;
  if (item === REDIRECTS_ITEM) return `changed ${formatCounted(count, "redirect")}`;
  const name = itemName(change);
  // The comparison shows what else was changed.
  if (step) return `${STEP_VERBS[step]} ${nameOfWhole(item, name)}`;
  const more = count - fields.length;
  const all = listed(more > 0 ? [...fields, formatCounted(more, "more field")] : fields);
  return item === SECTIONS_ITEM || item === MEETING_ROUTES_ITEM
    ? `changed ${all}`
    : `changed ${all} of ${name}`;
}

/** The name of an item that is changed as a whole. Hiding a language's shell hides the language. */
function nameOfWhole(item: string, name: string): string {
  const address = parseItemKey(item);
  const isLanguage = address?.kind === "copy" && address.id === "shell";
  return isLanguage ? languageName(address.locale) : name;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
