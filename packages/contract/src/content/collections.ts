/** How forms and checks treat a field of an entry. `isTranslated` marks fields that differ by language. */
interface EntryFieldKind {
  kind: "date" | "text" | "image" | "link";
  maxLength: number;
  isTranslated: boolean;
}

/** Characters of the category of an entry. */
export const MAX_CATEGORY_LENGTH = 60;

/** Fields of a collection's page besides its title, description and text, in the order of its form. */
export const ENTRY_FIELDS = {
  date: { kind: "date", maxLength: 10, isTranslated: false },
  author: { kind: "text", maxLength: 80, isTranslated: false },
  category: { kind: "text", maxLength: MAX_CATEGORY_LENGTH, isTranslated: true },
  /** Separated by commas. */
  tags: { kind: "text", maxLength: 200, isTranslated: true },
  /** Path of an image below `content/images`. */
  image: { kind: "image", maxLength: 120, isTranslated: false },
  /** Target of the call to action: a path without language, or a URL. */
  link: { kind: "link", maxLength: 500, isTranslated: false },
  /** The text of the link. */
  linkLabel: { kind: "text", maxLength: 40, isTranslated: true },
} as const satisfies Record<string, EntryFieldKind>;

export type EntryField = keyof typeof ENTRY_FIELDS;

export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as readonly EntryField[];

export interface Collection {
  /** Name of one of its pages in the console. */
  noun: string;
  required: readonly EntryField[];
  optional: readonly EntryField[];
  /** Order of the list: latest first, or by category and title. */
  order: "date" | "title";
  /** ID of the template for new entries. */
  template: string;
}

const CARD = {
  required: ["category"],
  optional: ["image", "link", "linkLabel"],
  order: "title",
} as const satisfies Omit<Collection, "noun" | "template">;

/** Collections by name: the slug of the page that lists the entries, and the folder of the entries below it. */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  changelog: {
    noun: "Changelog entry",
    required: ["date"],
    optional: ["tags"],
    order: "date",
    template: "change",
  },
  articles: {
    noun: "Article",
    required: ["date"],
    optional: ["author", "tags"],
    order: "date",
    template: "article",
  },
  templates: { noun: "Template", ...CARD, template: "template" },
  integrations: { noun: "Integration", ...CARD, template: "integration" },
};

/** Follows the path of a list for its feed. */
export const FEED_SUFFIX = "/feed.xml";

/** An entry as lists and feeds show it. */
export interface ContentEntry extends Partial<Record<Exclude<EntryField, "link" | "linkLabel">, string>> {
  path: string;
  title: string;
  description: string;
  /** As `YYYY-MM-DD`, like `date`. */
  updated?: string;
}

/** The collection that a page lists, by its slug. */
export function collectionOfList(slug: string): Collection | undefined {
  return Object.hasOwn(COLLECTIONS, slug) ? COLLECTIONS[slug] : undefined;
}

/** Name of the collection that a page is an entry of, by its slug: `changelog/2026-11-faster-plans`. Null for other pages. */
export function collectionOfEntry(slug: string): string | null {
  const [name = "", ...rest] = slug.split("/");
  return rest.length > 0 && Object.hasOwn(COLLECTIONS, name) ? name : null;
}

/** Fields that a page has because of its collection, in the order of its form. */
export function entryFieldsOf(slug: string): readonly EntryField[] {
  const collection = COLLECTIONS[collectionOfEntry(slug) ?? ""];
  if (!collection) return [];
  const collectionFields: readonly EntryField[] = [...collection.required, ...collection.optional];
  return ENTRY_FIELD_NAMES.filter((field) => collectionFields.includes(field));
}

export function splitTags(tags: string | undefined): string[] {
  const names = (tags ?? "").split(",").map((tag) => tag.trim());
  return [...new Set(names)].filter((tag) => tag !== "");
}

export interface EntryGroup<Entry> {
  category: string;
  /** Identifies the group in URLs: `#content-and-marketing`. */
  id: string;
  entries: Entry[];
}

/** Entries by category, in the order of the first entry of each. */
export function groupByCategory<Entry extends { category?: string }>(
  entries: readonly Entry[],
): EntryGroup<Entry>[] {
  const groups = new Map<string, EntryGroup<Entry>>();
  for (const entry of entries) {
    const { category = "" } = entry;
    const id = categoryId(category);
    const group = groups.get(id) ?? { category, id, entries: [] };
    group.entries.push(entry);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** The fragment of a category on its list: "Planung & Termine" is `planung-termine`. */
export function categoryId(category: string): string {
  const words = category.toLowerCase().match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  return words.join("-");
}
