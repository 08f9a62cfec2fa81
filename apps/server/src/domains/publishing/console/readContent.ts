import {
  type ContentPage,
  collectionOfEntry,
  DEFAULT_LOCALE,
  excerptText,
  type Json,
  type Locale,
  localizePath,
  parseItemKey,
  parsePointer,
  SHARED_CONTENT,
  type SiteEntry,
  valueAt,
  WHOLE_ITEM,
} from "@marquee/contract";
import type {
  ContentItemResponse,
  ContentItemSummary,
  ContentResponse,
  ContentSearchResponse,
  Draft,
} from "@marquee/contract/schema";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { BuiltContent } from "../../content/contentEngine.ts";
import { fieldTitle, itemTitle } from "../../content/fieldNames.ts";
import { kindOf } from "../../content/kinds/index.ts";
import { completePage, pageKeyOf } from "../../content/kinds/page.ts";
import { listFields } from "../../content/listFields.ts";
import { eachField } from "../../content/overlay.ts";
import { listDrafts, readDraft, type StoredDraft } from "../draftStore.ts";
import { checkDraft } from "../publish.ts";
import { listRevisionsAfter } from "../revisionStore.ts";
import type { Publishing } from "../startPublishing.ts";
import { textsOf } from "../translations/translatedTexts.ts";
import type { ReadStates } from "../translations/translationStates.ts";

export interface ContentParts {
  db: RecordsDatabase;
  publishing: Publishing;
  listPageTexts: SiteEntry["listPageTexts"];
}

const MAX_MATCHES = 50;
/** Number of characters shown around a match. */
const AROUND = 60;

export type LastChanges = () => Promise<ReadonlyMap<string, NonNullable<ContentItemSummary["lastChange"]>>>;

/** Who last published each item, and when. Reads each revision once. */
export function createLastChanges(db: RecordsDatabase): LastChanges {
  const lastChanges = new Map<string, NonNullable<ContentItemSummary["lastChange"]>>();
  let read = 0;
  return async () => {
    for (const { number, at, author, changed } of await listRevisionsAfter(db, read)) {
      for (const item of Object.keys(changed)) lastChanges.set(item, { at: at.getTime(), author });
      read = Math.max(read, number);
    }
    return lastChanges;
  };
}

export async function readContent(parts: ContentParts, lastChanges: LastChanges): Promise<ContentResponse> {
  const { db, publishing } = parts;
  const { items, unused } = publishing.published();
  const [drafts, changes] = await Promise.all([listDrafts(db), lastChanges()]);
  const summarize = createSummaries(parts, changes);
  const order = parts.listPageTexts().map(({ page }) => page);
  // The site's pages in their order, then shared texts, then the others.
  const rank = ({ kind, id }: ContentItemSummary) =>
    kind === "copy" && order.includes(id) ? order.indexOf(id) : order.length;
  const summaries = [...items.keys()].map(summarize).sort((one, other) => rank(one) - rank(other));
  return { items: summaries, drafts, unused, head: publishing.head().number };
}

/** @throws {ApiError} not_found */
export async function readContentItem(
  parts: ContentParts,
  { lastChanges, readStates }: { lastChanges: LastChanges; readStates: ReadStates },
  { key, draft }: { key: string; draft?: number | undefined },
): Promise<ContentItemResponse> {
  const { db, publishing } = parts;
  const head = publishing.head();
  const published = publishing.published();
  const stored = draft === undefined ? null : await readDraft(db, draft);
  // A page may be new in the draft, or have another path there.
  const drafted = publishing.drafted(stored?.fields ?? []);
  const added = stored?.fields.find(({ item, pointer }) => item === key && pointer === WHOLE_ITEM);
  const item = published.items.get(key) ?? (added?.value ? completePage(key, added.value) : undefined);
  const address = parseItemKey(key);
  if (item === undefined || !address)
    throw new ApiError("not_found", "This content does not exist. It may have been deleted.");
  const changes = stored ? checkDraft(stored, head.overlay, publishing) : [];
  const siblings = [...drafted.items.keys()].flatMap((other) => {
    const at = parseItemKey(other);
    const isSibling =
      at?.kind === address.kind && "locale" in at && "locale" in address && at.id === address.id;
    return isSibling ? [{ key: other, locale: at.locale }] : [];
  });
  const texts = await readStates(textsOf(drafted.items, key), stored, { withPrevious: true });
  return {
    item: createSummaries(parts, await lastChanges(), drafted)(key),
    fields: listFields(key, item).map((field) =>
      field.pointer === "/category" ? { ...field, choices: categoriesBeside(key, drafted.items) } : field,
    ),
    changes: changes.filter((change) => change.item === key),
    translations: siblings,
    source: Object.fromEntries(texts.map((text) => [text.pointer, text.source])),
    states: Object.fromEntries(texts.map((text) => [text.pointer, text.state])),
    previous: Object.fromEntries(
      texts.flatMap(({ pointer, previous }) => (previous === undefined ? [] : [[pointer, previous]])),
    ),
    head: head.number,
  };
}

/** The categories of entries in the same collection and language. */
function categoriesBeside(key: string, items: ReadonlyMap<string, Json>): string[] {
  const address = parseItemKey(key);
  if (address?.kind !== "page") return [];
  const besides = [...items].flatMap(([other, value]) => {
    const at = parseItemKey(other);
    const isBeside =
      at?.kind === "page" &&
      at.locale === address.locale &&
      collectionOfEntry(at.id) === collectionOfEntry(address.id);
    const category = isBeside ? valueAt(value, ["category"]) : "";
    return typeof category === "string" && category !== "" ? [category] : [];
  });
  return [...new Set(besides)].sort();
}

/** The translations that a draft changes and that would be published with missing texts. */
export async function readUntranslated(
  publishing: Publishing,
  readStates: ReadStates,
  draft: StoredDraft,
): Promise<Draft["untranslated"]> {
  const changed = [...new Set(draft.fields.map(({ item }) => item))].filter(isTranslation);
  if (changed.length === 0) return [];
  const { items } = publishing.drafted(draft.fields);
  // A page that the draft deletes has no texts.
  const texts = changed.flatMap((item) => (items.has(item) ? textsOf(items, item) : []));
  const missing = (await readStates(texts, draft)).filter(({ state }) => state === "missing");
  return changed.flatMap((item) => {
    const count = missing.filter((text) => text.item === item).length;
    return count === 0 ? [] : [{ item, missing: count }];
  });
}

/** Whether an item is in another language than English. */
function isTranslation(key: string): boolean {
  const address = parseItemKey(key);
  return address !== null && "locale" in address && address.locale !== DEFAULT_LOCALE;
}

/** Fields that contain a text, ignoring case. Prices match as displayed on pages. @param only the language of the texts. */
export function searchContent(
  { publishing }: ContentParts,
  { text, locale: only }: { text: string; locale?: Locale | undefined },
): ContentSearchResponse {
  const wanted = text.toLowerCase();
  const matches: ContentSearchResponse["matches"] = [];
  const { items } = publishing.published();
  for (const [item, value] of items) {
    const { title, locale } = nameOf(item, items);
    const kind = kindOf(item);
    if (only && locale !== null && locale !== only) continue;
    eachField(item, value, (pointer, field) => {
      const visible = kind?.shownText ? kind.shownText(pointer, field) : field;
      if (typeof visible !== "string" || matches.length > MAX_MATCHES) return;
      const place = visible.toLowerCase().indexOf(wanted);
      if (place < 0) return;
      matches.push({
        item,
        title,
        locale,
        pointer,
        label: fieldTitle(item, pointer),
        text: excerptText(visible, place - AROUND, place + wanted.length + AROUND),
      });
    });
  }
  return { matches: matches.slice(0, MAX_MATCHES), hasMore: matches.length > MAX_MATCHES };
}

/** Title and language of an item. @param items all items by key: pages have their own titles. */
export function nameOf(
  key: string,
  items: ReadonlyMap<string, Json>,
): { title: string; locale: Locale | null } {
  const address = parseItemKey(key);
  const pageTitle = address?.kind === "page" && valueAt(items.get(key) ?? null, ["title"]);
  return {
    title: typeof pageTitle === "string" && pageTitle !== "" ? pageTitle : itemTitle(key),
    locale: address && "locale" in address ? address.locale : null,
  };
}

/** The value of a field in the items; null if there is none. */
export function fieldIn(items: ReadonlyMap<string, Json>, item: string, pointer: string): Json {
  const value = items.get(item);
  const tokens = parsePointer(pointer);
  return (value !== undefined && tokens && valueAt(value, tokens)) ?? null;
}

/** Null for items that can't be hidden. */
function hiddenIn(item: Json | undefined): boolean | null {
  const hidden = typeof item === "object" && item !== null && "hidden" in item ? item.hidden : null;
  return typeof hidden === "boolean" ? hidden : null;
}

function writtenPages(...contents: readonly BuiltContent[]): ReadonlyMap<string, ContentPage> {
  const pages = contents.flatMap((each) => [...each.pages.byPath.values()]);
  return new Map(pages.map(({ page }) => [pageKeyOf(page), page]));
}

/** Path of the page of an item, or of a page that shows it; null if none does. */
export function pathsOf(
  { publishing, listPageTexts }: Pick<ContentParts, "publishing" | "listPageTexts">,
  content: BuiltContent,
): (key: string) => string | null {
  const paths = new Map(listPageTexts().map(({ page, path }) => [page, path]));
  const written = writtenPages(publishing.published(), content);
  return (key) => {
    const address = parseItemKey(key);
    const id = address && "id" in address ? address.id : key;
    const path = kindOf(key)?.shownAt ?? paths.get(id) ?? SHARED_CONTENT[id];
    const locale = address && "locale" in address ? address.locale : DEFAULT_LOCALE;
    return written.get(key)?.path ?? (path === undefined ? null : localizePath(path, locale));
  };
}

function createSummaries(
  { publishing, listPageTexts }: ContentParts,
  changes: Awaited<ReturnType<LastChanges>>,
  content: BuiltContent = publishing.published(),
): (key: string) => ContentItemSummary {
  const pageNames = new Set(listPageTexts().map(({ page }) => page));
  const { overlay } = publishing.head();
  const written = writtenPages(publishing.published(), content);
  const pathOf = pathsOf({ publishing, listPageTexts }, content);
  return (key) => {
    const address = parseItemKey(key);
    const id = address && "id" in address ? address.id : key;
    const page = written.get(key);
    const { title, locale } = nameOf(key, content.items);
    return {
      key,
      kind: address?.kind ?? "copy",
      locale,
      id,
      title: page?.title ?? title,
      path: pathOf(key),
      isShared: address?.kind === "copy" && !pageNames.has(id),
      // A language as a whole is hidden under Languages.
      isHidden: address?.kind === "copy" && id === "shell" ? null : hiddenIn(content.items.get(key)),
      changed: Object.keys(overlay.get(key) ?? {}).length,
      lastChange: changes.get(key) ?? null,
    };
  };
}
