import {
  COLLECTIONS,
  type ContentBody,
  type ContentPage,
  type ContentProblem,
  collectionOfEntry,
  decodeDescriptions,
  ENTRY_FIELD_NAMES,
  type EntryField,
  entryFieldsOf,
  isImagePath,
  isJsonObject,
  isLocale,
  type Json,
  type Locale,
  linkProblem,
  localizePath,
  normalizePath,
  pathProblem,
} from "@marquee/contract";
import { checkRichText } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { parseDocument } from "yaml";
import { ContentError } from "../../platform/errors/contentError.ts";
import { type FrontMatter, FrontMatterSchema, RichTextFileSchema } from "./pageSchemas.ts";
import { schemaProblem } from "./schemaProblem.ts";

/** Correct front matter, used in error messages. */
const FRONT_MATTER_EXAMPLE = `---
title: Security
description: How your work is kept safe, in plain words.
---
`;

interface FrontMatterParts {
  /** Unvalidated front matter. */
  data: unknown;
  /** The text below the front matter, with an empty line for each line above it, so that line numbers match the file. */
  body: string;
}

const frontMatter = Compile(FrontMatterSchema);
const richTextFile = Compile(RichTextFileSchema);
const RICH_TEXT_EXAMPLE = `{ "title": "Security", "description": "How your work is kept safe.", "document": { "nodeType": "document", "data": {}, "content": [] } }`;

interface PageFile {
  /** Path relative to `content/pages`, with forward slashes: `de/privacy.md`. */
  name: string;
  text: string;
}

/** The location of a page, independent of its content. */
export interface PlacedPage {
  page: Pick<ContentPage, "slug" | "locale">;
  /** Path or entry name for messages to editors: `content/pages/de/privacy.md`. */
  file: string;
}

export interface ParsedPage extends PlacedPage {
  page: ContentPage;
  /** The page as an item of content, for files: what editors can change. */
  item?: Json;
  /** Problems with parts of the page, which are left out. */
  problems: ContentProblem[];
}

/** Parses a file of `content/pages`: its top folder is the locale, the rest the slug. @throws {ContentError} if the file is invalid. */
export function parsePageFile({ name, text }: PageFile): ParsedPage {
  const file = `content/pages/${name}`;
  const { locale, slug, extension } = parseName(file, name);
  const { head, body, problems } = extension === "md" ? parseMarkdown(file, text) : parseRichText(file, text);
  const wrong = entryProblem(slug, head);
  if (wrong) throw pageError(file, wrong, entryExample(slug));
  const { path = `/${slug}`, ...rest } = decodeDescriptions(head);
  const page = { slug, locale, path: localizePath(normalizePath(path), locale), ...rest, body };
  return { file, problems, page, item: itemOf(page) };
}

/** The editable fields of a page. An unset date is empty. */
function itemOf({
  slug,
  locale,
  path,
  title,
  description,
  pageId,
  updated,
  hidden,
  body,
  ...entry
}: ContentPage): Json {
  const text =
    body.format === "markdown"
      ? { markdown: body.source.replace(/^\n+/, "") }
      : { document: body.document as object as Json };
  const prefix = localizePath("", locale).length;
  const head = { title, description, path: path.slice(prefix) || `/${slug}`, ...(pageId && { pageId }) };
  const fields = Object.fromEntries(entryFieldsOf(slug).map((field) => [field, entry[field] ?? ""]));
  return { ...head, ...fields, updated: updated ?? "", hidden: hidden ?? false, ...text };
}

const ENTRY_EXAMPLES: Readonly<Record<EntryField, string>> = {
  date: "2026-11-24",
  author: "The Trellis team",
  category: "Planning",
  tags: "Plans, Speed",
  image: "guide/board.png",
  link: "/sign-up",
  linkLabel: "Use this template",
};

/** Correct front matter of an entry, used in error messages. */
function entryExample(slug: string): string {
  const fields = entryFieldsOf(slug).map((field) => `${field}: ${ENTRY_EXAMPLES[field]}\n`);
  return `---\ntitle: Plans open faster\ndescription: What changed, and for whom.\n${fields.join("")}---\n`;
}

/** A problem with the fields that a page must or must not have because of its collection. */
function entryProblem(
  slug: string,
  head: Partial<Record<EntryField, string>>,
): { place: string; problem: string } | null {
  const fields = entryFieldsOf(slug);
  const strange = ENTRY_FIELD_NAMES.find((field) => head[field] && !fields.includes(field));
  if (strange)
    return {
      place: strange,
      problem: `Only entries of ${collectionsWith(strange).join(" and ")} have this. Remove it.`,
    };
  const { required = [] } = COLLECTIONS[collectionOfEntry(slug) ?? ""] ?? {};
  const missing = required.find((field) => !head[field]);
  if (missing) return { place: missing, problem: "An entry needs this." };
  const { date = "", image = "", link = "", linkLabel } = head;
  if (date && !new Date(date).toJSON()?.startsWith(date))
    return { place: "date", problem: "This date doesn't exist." };
  if (image && !isImagePath(image))
    return { place: "image", problem: "This must be the path of an image in content/images." };
  const wrongLink = link && linkProblem(link);
  if (wrongLink) return { place: "link", problem: wrongLink };
  if (link && !linkLabel)
    return { place: "linkLabel", problem: "A link needs a text that says what happens." };
  return linkLabel && !link
    ? { place: "link", problem: "This has a text but no link. Enter where it leads, or remove the text." }
    : null;
}

/** Names of the collections whose entries have a field. */
function collectionsWith(field: EntryField): string[] {
  return Object.keys(COLLECTIONS).filter((name) => entryFieldsOf(`${name}/entry`).includes(field));
}

const OPTIONAL: ReadonlySet<string> = new Set(["updated", ...ENTRY_FIELD_NAMES]);

/** Empty values count as unset, both in forms and in pulled files. */
function withoutEmpty<Head extends object>(head: Head): Head {
  const set = Object.entries(head).filter(([name, value]) => value !== "" || !OPTIONAL.has(name));
  return Object.fromEntries(set) as Head;
}

/**
 * A page with other values of its item.
 * @throws {ContentError} if they are invalid.
 */
export function withItem({ page: { slug, locale }, file }: PlacedPage, item: Json): ParsedPage {
  const fail = (place: string, problem: string) => pageError(file, { place, problem });
  if (!isJsonObject(item)) throw fail("", "A page is an object with title, description and markdown.");
  const { markdown, document: written, path = `/${slug}`, ...headFields } = item;
  const head = { ...withoutEmpty(headFields), path };
  const wrongPath = ownPathProblem(path);
  if (wrongPath !== null) throw fail("path", wrongPath);
  if (!frontMatter.Check(head)) throw pageError(file, schemaProblem(frontMatter.Errors(head)[0]));
  const wrong = entryProblem(slug, head);
  if (wrong) throw pageError(file, wrong);
  const isMarkdown = typeof markdown === "string";
  if (isMarkdown === (written !== undefined)) throw fail("", "A page has either markdown or a document.");
  const { document, problems } = isMarkdown ? { document: null, problems: [] } : checkRichText(written);
  const body: ContentBody = document
    ? { format: "richText", document }
    : { format: "markdown", source: String(markdown) };
  const { path: _path, ...fields } = head;
  const page: ContentPage = {
    slug,
    locale,
    path: localizePath(normalizePath(String(path)), locale),
    ...fields,
    body,
  };
  return { file, problems, item: itemOf(page), page };
}

/** A page's custom path has no language; the page's own is prepended. */
function ownPathProblem(path: Json): string | null {
  const problem = pathProblem(path);
  if (problem !== null || typeof path !== "string") return problem;
  if (path === "/") return "The home page is a page of its own. Enter a path such as /security.";
  const [, first = ""] = path.split("/");
  return isLocale(first) ? `Leave out /${first}. The path begins after the language.` : null;
}

function pageError(
  file: string,
  { place, problem }: { place: string; problem: string },
  example = FRONT_MATTER_EXAMPLE,
): ContentError {
  return new ContentError({ file, place, problem, example });
}

function parseName(file: string, name: string): { locale: Locale; slug: string; extension: string } {
  const [, locale = "", slug = "", extension = ""] =
    /^([^/]+)\/((?:[a-z0-9._-]+\/)*[a-z0-9._-]+)\.(md|json)$/.exec(name) ?? [];
  if (isLocale(locale) && slug) return { locale, slug, extension };
  const problem = "Put a page in the folder of its locale, with a lowercase file name without spaces.";
  throw pageError(file, { place: "", problem }, "content/pages/de/privacy.md");
}

interface ParsedFile {
  head: FrontMatter;
  body: ContentBody;
  problems: ContentProblem[];
}

function parseMarkdown(file: string, text: string): ParsedFile {
  const { data: written, body } = splitFrontMatter(file, text);
  const data = isJsonObject(written as Json) ? withoutEmpty(written as object) : written;
  if (frontMatter.Check(data))
    return { head: data, body: { format: "markdown", source: body }, problems: [] };
  throw pageError(file, schemaProblem(frontMatter.Errors(data)[0]));
}

function parseRichText(file: string, text: string): ParsedFile {
  const parsed = parseJson(file, text);
  const value = isJsonObject(parsed as Json) ? withoutEmpty(parsed as object) : parsed;
  if (!richTextFile.Check(value))
    throw pageError(file, schemaProblem(richTextFile.Errors(value)[0]), RICH_TEXT_EXAMPLE);
  const { document: written, ...head } = value;
  const { document, problems } = checkRichText(written);
  const placed = problems.map((each) => ({
    ...each,
    place: ["document", each.place].filter(Boolean).join("."),
  }));
  return { head, body: { format: "richText", document }, problems: placed };
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = `Invalid JSON (${error instanceof Error ? error.message : String(error)}).`;
    throw pageError(file, { place: "", problem }, RICH_TEXT_EXAMPLE);
  }
}

/**
 * Splits a markdown file into its front matter (YAML between two lines of `---`) and its text. Only YAML core types are
 * allowed, so nothing in it can be executed.
 * @param file path for messages to editors.
 * @throws {ContentError} if there is no front matter or it is invalid YAML.
 */
function splitFrontMatter(file: string, text: string): FrontMatterParts {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n/);
  const end = lines.indexOf("---", 1);
  const problem = "The page must start with front matter between two lines of ---.";
  if (lines[0] !== "---" || end < 0) throw pageError(file, { place: "line 1", problem });
  const body = [...new Array(end + 1).fill(""), ...lines.slice(end + 1)].join("\n");
  return { data: parseYaml(file, lines.slice(1, end).join("\n")), body };
}

function parseYaml(file: string, text: string): unknown {
  const document = parseDocument(text, { schema: "core" });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 0 });
  // The front matter begins on line 2 of the file.
  const line = (error.linePos?.[0].line ?? 1) + 1;
  const problem = `Invalid YAML (${error.message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "")}).`;
  throw pageError(file, { place: `line ${line}`, problem });
}
