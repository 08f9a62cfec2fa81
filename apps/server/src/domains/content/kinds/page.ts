import {
  type ContentPage,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  type EntryField,
  isJsonObject,
  itemKey,
  type Json,
  type Locale,
  parseItemKey,
  WHOLE_ITEM,
} from "@marquee/contract";
import { ContentError } from "../../../platform/errors/contentError.ts";
import { newJsonFile } from "../editJson.ts";
import { newPageFile } from "../editPageFile.ts";
import { readable, titleOfField } from "../fieldName.ts";
import { type ParsedPage, type PlacedPage, withItem } from "../parsePageFile.ts";
import type { ItemOverlay, ItemProblem, KindDeclaration } from "./kindDeclaration.types.ts";

/** Fields that may be empty. Which of them an entry needs is checked with the page. */
const EMPTIABLE: ReadonlySet<string> = new Set(ENTRY_FIELD_NAMES);

/** Fields of a page that are not texts. */
const NOT_TEXTS: ReadonlySet<string> = new Set([
  "/path",
  "/updated",
  ...Object.entries(ENTRY_FIELDS).flatMap(([name, { isTranslated }]) => (isTranslated ? [] : [`/${name}`])),
]);

/** A page that an editor wrote. */
export const PAGE = {
  title: (id) => readable(id.replaceAll("/", " / ")),
  fieldTitle: (pointer) => titleOfField(pointer),
  place: "pages/",
  path: (key, item) =>
    `${key.replace("page", "pages").replaceAll(":", "/")}.${isJsonObject(item) && "document" in item ? "json" : "md"}`,
  newFile,
  items: ({ pages }) => [...pages],
  toItem: (part: ParsedPage) => part.item,
  toPart: (item, key, before) => withItem((before as ParsedPage | undefined) ?? placedAt(key), item),
  isWhole: true,
  isUntranslated: (pointer) => NOT_TEXTS.has(pointer),
  mayBeEmpty: (name) => EMPTIABLE.has(name),
  check,
  fitting: (changes, key) => ({ changes: withCompletePage(changes, key), unused: [] }),
  // The kinds of these fields do not follow from their value, because it may be empty.
  fieldKind(pointer) {
    const name = pointer.slice(1);
    if (name === "updated") return "date";
    return Object.hasOwn(ENTRY_FIELDS, name) ? ENTRY_FIELDS[name as EntryField].kind : undefined;
  },
} satisfies KindDeclaration;

/** Key of a page in a file, as an item of content. */
export function pageKeyOf({ locale, slug }: Pick<ContentPage, "locale" | "slug">): string {
  return itemKey({ kind: "page", locale, id: slug });
}

/** A page as an item by its key; none for pages that are not in files. */
export function itemOfPage({ page, item }: { page: ContentPage; item?: Json }): [key: string, item: Json][] {
  return item === undefined ? [] : [[pageKeyOf(page), item]];
}

function placedAt(key: string): PlacedPage {
  const { locale, id } = parseItemKey(key) as { locale: Locale; id: string };
  return { page: { slug: id, locale }, file: key };
}

function check(item: Json, key: string): ItemProblem | null {
  try {
    withItem(placedAt(key), item);
    return null;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { pointer: `/${error.place}`, problem: error.problem };
  }
}

/** An added page, with defaults for omitted members. */
export function completePage(key: string, item: Json): Json {
  if (parseItemKey(key)?.kind !== "page" || check(item, key)) return item;
  return withItem(placedAt(key), item).item ?? item;
}

function withCompletePage(changes: ItemOverlay, key: string): ItemOverlay {
  const whole = changes[WHOLE_ITEM];
  return whole === undefined || whole === null
    ? changes
    : { ...changes, [WHOLE_ITEM]: completePage(key, whole) };
}

function newFile(key: string, item: Json): { path: string; text: string } {
  const { title, description, path, pageId, updated, hidden, markdown, document, ...entryFields } =
    item as Record<string, Json>;
  const { slug } = placedAt(key).page;
  const head = {
    title,
    description,
    ...(path !== undefined && path !== `/${slug}` && { path }),
    ...(pageId !== undefined && { pageId }),
    ...Object.fromEntries(
      ENTRY_FIELD_NAMES.flatMap((name) => (entryFields[name] ? [[name, entryFields[name]]] : [])),
    ),
    ...(updated !== undefined && updated !== "" && { updated }),
    ...(hidden === true && { hidden }),
  } as Record<string, Json>;
  const text =
    typeof markdown === "string"
      ? newPageFile(head, markdown)
      : newJsonFile({ ...head, document: document ?? null });
  return { path: PAGE.path(key, item), text };
}
