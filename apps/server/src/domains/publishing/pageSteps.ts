import {
  cutText,
  DEFAULT_LOCALE,
  entryFieldsOf,
  type ItemAddress,
  itemKey,
  type Json,
  type Locale,
  localizePath,
  normalizePath,
  parseItemKey,
  plainLetters,
  REDIRECTS_ITEM,
  type Redirects,
  readablePath,
  type Timestamp,
  WHOLE_ITEM,
} from "@marquee/contract";
import type { PageStep } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import type { BuiltContent } from "../content/contentEngine.ts";
import { writeFields } from "./draftFields.ts";
import { lockDraft, readDraft } from "./draftStore.ts";
import { pageFrom } from "./pageTemplates.ts";
import { checkDraft } from "./publish.ts";
import type { Publishing } from "./startPublishing.ts";

type PageAddress = Extract<ItemAddress, { locale: Locale }>;
type Change = [item: string, pointer: string, value: Json];

/** Hiding the shell of a language hides the language. */
const ENGLISH_SHELL = itemKey({ kind: "copy", locale: DEFAULT_LOCALE, id: "shell" });

/** The published content, and the content with the draft. */
interface Contents {
  published: BuiltContent;
  drafted: BuiltContent;
  /** The current day, as `YYYY-MM-DD`. */
  today: string;
}

/**
 * Adds a page to a draft, renames, hides, shows or deletes it there. Earlier changes to the page in the draft are kept.
 * @returns the page's key.
 * @throws {ApiError} not_found, bad_request if it can't be published, conflict if the draft is not open.
 */
export async function changePage(
  db: RecordsDatabase,
  publishing: Publishing,
  { id, step: written }: { id: number; step: PageStep },
  author: Author,
): Promise<string> {
  const step = "path" in written ? { ...written, path: normalizePath(written.path) } : written;
  return db.transaction(async (tx) => {
    await lockDraft(tx, id);
    const { overlay } = publishing.head();
    const { fields } = await readDraft(tx, id);
    const published = publishing.published();
    const drafted = publishing.drafted(fields);
    const { item, changes } = changesOf(step, { published, drafted, today: dayOf(author.now) });
    const rows = changes.map(([key, pointer, value]) => ({ item: key, pointer, value }));
    await writeFields(tx, id, rows, { published: published.items, author });
    const changed = checkDraft(await readDraft(tx, id), overlay, publishing);
    const wrong = changed.find(
      ({ problem, ...field }) =>
        problem !== undefined && changes.some(([key, at]) => key === field.item && at === field.pointer),
    );
    if (wrong) throw new ApiError("bad_request", wrong.problem ?? "");
    return item;
  });
}

function changesOf(step: PageStep, contents: Contents): { item: string; changes: Change[] } {
  if (step.step === "add") return additionOf(step, contents);
  const { item } = step;
  const address = parseItemKey(item);
  const value = contents.drafted.items.get(item);
  if (!address || !("id" in address) || value === undefined)
    throw new ApiError("not_found", "This page does not exist. It may have been deleted.");
  if (step.step === "hide" || step.step === "show") {
    const isEnglish = item === ENGLISH_SHELL;
    if (typeof (value as { hidden?: Json }).hidden !== "boolean" || isEnglish)
      throw new ApiError("bad_request", "The site needs this page, so it can't be hidden.");
    return { item, changes: [[item, "/hidden", step.step === "hide"]] };
  }
  if (address.kind !== "page")
    throw new ApiError("bad_request", `This page is part of the site, so it can't be ${step.step}d.`);
  if (step.step !== "rename") return { item, changes: [[item, WHOLE_ITEM, null]] };
  return { item, changes: [[item, "/path", step.path], ...movesOf(step, address, contents)] };
}

/** The redirects that a renamed page needs: from the published path, and none from its new one. */
function movesOf(
  { item, path, isRedirected }: Extract<PageStep, { step: "rename" }>,
  { locale }: PageAddress,
  { published, drafted }: Contents,
): Change[] {
  const publishedPage = published.items.get(item) as { path: string; hidden: boolean } | undefined;
  const from = publishedPage && !publishedPage.hidden ? localizePath(publishedPage.path, locale) : null;
  const to = localizePath(path, locale);
  const moves: Change[] = [];
  for (const [id, redirect] of Object.entries(drafted.redirects)) {
    const isStale = redirect.match === "exact" && (redirect.from === to || redirect.from === from);
    if (isStale) moves.push([REDIRECTS_ITEM, `/${id}`, null]);
    // Avoids a chain of two redirects.
    else if (redirect.to === from && from !== to) moves.push([REDIRECTS_ITEM, `/${id}`, { ...redirect, to }]);
  }
  if (!isRedirected || from === null || from === to) return moves;
  const id = newRedirectId(from, { ...published.redirects, ...drafted.redirects });
  return [...moves, [REDIRECTS_ITEM, `/${id}`, { from, to, match: "exact", status: 301 }]];
}

const ID_MAX_LENGTH = 50;

/** An ID derived from the source path: `de-security`. */
function newRedirectId(from: string, redirects: Redirects): string {
  const words = plainLetters(readablePath(from))
    .split(/[^a-z0-9]/)
    .filter((word) => word !== "");
  const name = cutText(words.join("-"), ID_MAX_LENGTH) || "page";
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? name : `${name}-${count}`;
    if (!Object.hasOwn(redirects, id)) return id;
  }
}

function additionOf(
  { locale, title, path, from, isTranslation, category }: Extract<PageStep, { step: "add" }>,
  { drafted, today }: Contents,
): { item: string; changes: Change[] } {
  const source = parseItemKey(from);
  const copied = drafted.items.get(from);
  const isCopy = source?.kind === "page" && copied !== undefined;
  const titleAndPath = { title: title.trim(), path };
  const content = isCopy ? copyOf(copied, titleAndPath) : pageFrom(from, titleAndPath);
  if (content === null)
    throw new ApiError("not_found", "The page to copy does not exist. Choose another one.");
  const id = isCopy && isTranslation && "id" in source ? source.id : slugOf(path);
  const item = itemKey({ kind: "page", locale, id });
  const baseFields = { ...(isCopy && (copied as object)), ...(category && { category }) };
  const value = { ...content, ...entryFields(id, baseFields, today) };
  const changes: Change[] = [[item, WHOLE_ITEM, value]];
  if (id === "" || parseItemKey(item) === null)
    throw new ApiError("bad_request", "Enter a path with letters or digits, such as /security.");
  if (drafted.items.has(item))
    throw new ApiError("bad_request", "This language already has a page at this path. Choose another path.");
  // The page replaces a redirect.
  for (const [redirect, each] of Object.entries(drafted.redirects))
    if (each.from === localizePath(path, locale) && each.match === "exact")
      changes.push([REDIRECTS_ITEM, `/${redirect}`, null]);
  return { item, changes };
}

/** The additional fields of a collection entry: those of the copied one, with the current day as date. */
function entryFields(slug: string, baseFields: Record<string, Json>, today: string): Record<string, Json> {
  const fields = entryFieldsOf(slug);
  const values = fields.map(
    (field) => [field, baseFields[field] || (field === "date" ? today : "")] as const,
  );
  const isUndated = fields.length > 0 && !fields.includes("date");
  return { ...Object.fromEntries(values), ...(isUndated && { updated: today }) };
}

function dayOf(now: Timestamp): string {
  return new Date(now).toISOString().slice(0, 10);
}

function copyOf(item: Json, { title, path }: { title: string; path: string }): Record<string, Json> {
  const { description, markdown, document } = item as Record<string, Json>;
  return {
    title,
    description: description ?? title,
    path,
    ...(document === undefined ? { markdown: markdown ?? "" } : { document }),
  };
}

/** The name of a page's file: `/Help/%C3%9Cber-uns` as `help/uber-uns`. Non-Latin letters become their bytes. */
function slugOf(path: string): string {
  const plain = (segment: string) =>
    plainLetters(segment)
      .split(/[^a-z0-9._-]/)
      .filter((word) => word !== "")
      .join("-");
  const words = (segment: string) => {
    const readable = plain(readablePath(segment));
    return /[a-z0-9]/.test(readable) ? readable : plain(segment);
  };
  return path
    .split("/")
    .map(words)
    .filter((segment) => segment !== "")
    .join("/");
}
