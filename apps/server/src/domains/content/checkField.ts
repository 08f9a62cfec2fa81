import {
  BANNER_ITEM,
  CATALOG_ITEM,
  ENTRY_FIELD_NAMES,
  imageFieldProblem,
  isImageFile,
  isLink,
  type Json,
  linkProblem,
  MEETING_ROUTES_ITEM,
  parseItemKey,
  REDIRECTS_ITEM,
  redirectProblem,
  SECTIONS_ITEM,
  valueAt,
} from "@marquee/contract";
import { MAX_FIELD_BYTES } from "@marquee/contract/schema";
import { bannerFieldProblem, bannerSchemaOf } from "./banner.ts";
import { meetingFieldProblem } from "./meetingProblems.ts";

/** Control characters, except tab and line feed; bidirectional overrides and isolates, which make a text read otherwise than it is stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds.
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** A place in a text that the site fills with a value: `{count}`. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Why `value` can't replace the value at `tokens`, and how to fix it; null if it can. Only the value of a field can be replaced: a text, a
 * number, yes or no, or a list of choices. The shape of an item is that of its file, which the site's code is written for.
 */
export function checkField(item: string, base: Json, tokens: readonly string[], value: Json): string | null {
  const bannerSchema = bannerSchemaOf(item);
  if (bannerSchema) return bannerFieldProblem(bannerSchema, tokens, value) ?? firstProblem([value].flat());
  if (item === MEETING_ROUTES_ITEM) return meetingFieldProblem(tokens, value);
  if (item === REDIRECTS_ITEM) {
    const [id = "", ...below] = tokens;
    if (below.length > 0) return "A redirect is changed as a whole.";
    return value === null ? null : redirectProblem(id, value);
  }
  if (isComputed(tokens)) return "The price per month follows from the price. Change that one.";
  const before = valueAt(base, tokens);
  if (before === undefined) return "The files have no such field.";
  if (!isEditable(tokens) || !isField(item, before)) return "This is not a field.";
  if (parseItemKey(item)?.kind === "image")
    return imageFieldProblem(tokens, value) ?? (typeof value === "string" ? characterProblem(value) : null);
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_FIELD_BYTES)
    return `This is longer than ${MAX_FIELD_BYTES / 1024} KB. Shorten it.`;
  if (Array.isArray(before)) return isTextList(value) ? firstProblem(value) : "This must be a list of texts.";
  if (before === null || typeof before === "number")
    // A price may be "on request": null in the files.
    return value === null || typeof value === "number" ? null : "This must be a number.";
  if (typeof value !== typeof before)
    return `This must be a ${typeof before === "string" ? "text" : typeof before}.`;
  if (value === "" && EMPTIABLE.has(tokens.join("/")) && parseItemKey(item)?.kind === "page") return null;
  return typeof value === "string" && typeof before === "string" ? textProblem(value, before) : null;
}

/** Fields of pages that need not say anything. Which of them an entry needs is checked with the page. */
const EMPTIABLE: ReadonlySet<string> = new Set(ENTRY_FIELD_NAMES);

/** What a plan costs per month follows from what is billed. */
function isComputed([kind, , pricing, , field]: readonly string[]): boolean {
  return kind === "plans" && pricing === "pricing" && field === "perMonth";
}

/** IDs, what is computed, and the structure of rich text are not for editors. */
export function isEditable(tokens: readonly string[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last === "id" || last === "pageId" || isComputed(tokens)) return false;
  return tokens[0] !== "document" || last === "value" || last === "uri";
}

/** Whether editors change a value as one, such as the file of an image. Lists of the catalog and of sections are sets of choices, those of the banner are paths; elsewhere the site's code fixes their length. */
export function isField(item: string, value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (parseItemKey(item)?.kind === "image") return isImageFile(value) || "x" in value;
  // The rules of a form in their order, or a link.
  if (item === MEETING_ROUTES_ITEM) return Array.isArray(value) || "url" in value;
  return (item === CATALOG_ITEM || item === SECTIONS_ITEM || item === BANNER_ITEM) && isTextList(value);
}

function isTextList(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function firstProblem(values: readonly Json[]): string | null {
  const texts = values.filter((value) => typeof value === "string");
  return texts.map(characterProblem).find((problem) => problem !== null) ?? null;
}

function textProblem(text: string, before: string): string | null {
  if (text.trim() === "" && before !== "") return "This text is empty. Write something.";
  // A field that has a link in the files must have one.
  const wrongLink = isLink(before) ? linkProblem(text) : null;
  return characterProblem(text) ?? wrongLink ?? placeholderProblem(text, before);
}

function characterProblem(text: string): string | null {
  if (LONE_SURROGATE.test(text)) return "This text has half of a character. Type it again.";
  const [found] = INVISIBLE.exec(text) ?? [];
  if (found === undefined) return null;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `This text has an invisible control character (U+${code}). Type the text instead of pasting it.`;
}

/** Names of placeholders that stand for an amount which follows from the prices. */
const AMOUNT = /^\{(?:amount|percent|price|\w+Price|total|\w*(?:[mM]onthly|[yY]early))\}$/;

/** The site's code replaces placeholders with values that it knows. */
function placeholderProblem(text: string, before: string): string | null {
  const known: string[] = before.match(PLACEHOLDER) ?? [];
  const left = known.find((each) => AMOUNT.test(each) && !text.includes(each));
  if (left !== undefined && /\d/.test(text))
    return `Write ${left} instead of a number, so that the text follows the prices.`;
  const unknown = text.match(PLACEHOLDER)?.find((each) => !known.includes(each));
  if (unknown === undefined) return null;
  const use = known.length > 0 ? `Use only ${known.join(", ")}.` : "Write it without braces.";
  return `${unknown} has no value here. ${use}`;
}
