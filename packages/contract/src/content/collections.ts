/** What a page of a collection says besides its title, description and text. `tags` are separated by commas. */
export type EntryField = "date" | "author" | "tags";

export interface Collection {
  /** What one of its pages is called in the console. */
  noun: string;
  required: readonly EntryField[];
  optional: readonly EntryField[];
}

/** Collections by name: the slug of the page that lists the entries, and the folder of the entries below it. */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  changelog: { noun: "Changelog entry", required: ["date"], optional: ["tags"] },
  articles: { noun: "Article", required: ["date"], optional: ["author", "tags"] },
};

export const ENTRY_FIELDS = ["date", "author", "tags"] as const satisfies readonly EntryField[];

/** Follows the path of a list for its feed. */
export const FEED_SUFFIX = "/feed.xml";

/** An entry as lists and feeds show it. */
export interface ContentEntry {
  path: string;
  title: string;
  description: string;
  /** As `YYYY-MM-DD`. */
  date: string;
  updated?: string;
  author?: string;
  tags?: string;
}

/** Name of the collection that a page is an entry of, by its slug: `changelog/2026-11-faster-plans`. Null for other pages. */
export function collectionOfEntry(slug: string): string | null {
  const [name = "", ...rest] = slug.split("/");
  return rest.length > 0 && Object.hasOwn(COLLECTIONS, name) ? name : null;
}

/** Fields that a page has because of its collection. */
export function entryFieldsOf(slug: string): readonly EntryField[] {
  const collection = COLLECTIONS[collectionOfEntry(slug) ?? ""];
  return collection ? [...collection.required, ...collection.optional] : [];
}

export function splitTags(tags: string | undefined): string[] {
  const names = (tags ?? "").split(",").map((tag) => tag.trim());
  return [...new Set(names)].filter((tag) => tag !== "");
}
