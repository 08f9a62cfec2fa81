import type { ItemAddress, Json, MeetingRoutes, Redirects, SiteContent } from "@marquee/contract";
import type { ContentField, UnusedField } from "@marquee/contract/schema";

/** Changes of one item: new values by JSON Pointer. */
export type ItemOverlay = Readonly<Record<string, Json>>;

/** A problem with a value, at a JSON Pointer inside the item. */
export interface ItemProblem {
  pointer: string;
  problem: string;
  /** Other places involved. If one of them was changed, it is also reported. */
  relatedPointers?: string[];
}

/** The parts of a JSON schema that forms need. */
export interface FieldSchema {
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  enum?: unknown[];
  type?: string;
  title?: string;
  description?: string;
}

/** All content, from which each kind takes its items. */
export interface KindContent {
  site: SiteContent;
  redirects: Redirects;
  meetingRoutes: MeetingRoutes;
  /** Items of pages by key. */
  pages: Iterable<readonly [key: string, item: Json]>;
}

/**
 * What the server knows about a kind of content. All other code treats items alike: by key, value and the JSON Pointers of their fields.
 * The defaults are those of page texts.
 */
export interface KindDeclaration {
  /** Title of an item, without its language. */
  title(id: string): string;
  /** Section and name of a field as one text: "Hero: Title". */
  fieldTitle(pointer: string): string;
  /**
   * Path of a page that shows it, without language; undefined if the item itself is a page, or no page shows
   * it.
   */
  shownAt?: string;
  /** A field's text as displayed on pages, for search. */
  shownText?(pointer: string, value: Json): Json;
  /** The file of the items, or their folder, which ends with a slash, below the content folder. */
  place: string;
  /** The file of an item, if the items are in a folder. */
  path?(key: string, item: Json): string;
  /**
   * The file or folder whose absence means that an item is the product's; undefined if the product has no such
   * items.
   */
  productPart?(path: string): string;
  /** The file of an item that is added. */
  newFile?(key: string, item: Json): { path: string; text: string };
  /** Whether its file may omit any value. */
  isSparse?: true;
  /** The changes of a file with the values computed from them. */
  withComputed?(changes: ItemOverlay): ItemOverlay;
  /** All items by key. */
  items(content: KindContent): readonly (readonly [key: string, item: Json])[];

  /** The part of the site's content that an item is; undefined if there is no such item. For kinds that all pages are rendered with. */
  partOf?(site: SiteContent, address: ItemAddress): unknown;
  /**
   * Reads the part from its file, if that is one file.
   * @param baseDir the product's content folder.
   * @throws {ContentError} if the file is invalid.
   */
  read?(contentDir: string, baseDir: string): Promise<unknown>;
  /** Puts a part in its place in the site's content. */
  put?(site: SiteContent, address: ItemAddress, part: unknown): void;
  /** Converts a part to an item. */
  toItem?(part: never): Json | undefined;
  /** Converts an item to a part. @param before the previous part; undefined for a new item. */
  toPart?(item: Json, key: string, before: unknown): unknown;

  /** Whether items are added and removed as a whole. */
  isWhole?: true;
  /** Whether each member of the item is a field that is added with a value, and removed with null. */
  hasMembers?: true;
  /** Whether editors change an object or a list as one field. Not by default. */
  isField?(value: Json): boolean;
  /** Why a field follows from others and can't be changed; null if it can. */
  computed?(tokens: readonly string[]): string | null;
  /** Why a field can't have a value, instead of all other checks. */
  checkField?(tokens: readonly string[], value: Json): string | null;
  /** Why a field that the item has can't have a value, instead of the checks by the current value. */
  checkValue?(tokens: readonly string[], value: Json): string | null;
  /** Whether a text may be empty. */
  mayBeEmpty?(pointer: string): boolean;
  /** Whether a field is the same in every language. */
  isUntranslated?(pointer: string): boolean;
  /** Separates applicable changes from those to things that a release has removed. */
  fitting?(changes: ItemOverlay, key: string): { changes: ItemOverlay; unused: UnusedField[] };
  /** Checks an item as a whole, as its file is checked. */
  check?(item: Json, key: string): ItemProblem | null;

  /** The shape of an item, for forms: choices, hints, what is optional. */
  schema?: FieldSchema;
  /** Section of the form, for fields whose titles are in the schema. */
  section?: string;
  /** How a form shows a field, if that does not follow from its value. */
  fieldKind?(pointer: string): ContentField["kind"] | undefined;
}
