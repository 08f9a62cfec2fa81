import { isLink, type Json, linkProblem } from "@marquee/contract";

/**
 * Control characters, except tab and line feed; bidirectional overrides and isolates, which make a text display differently than it is
 * stored.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds.
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** A place in a text that the site fills with a value: `{count}`. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Whether a value is a list of texts. */
export function isTextList(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Why one of these values has characters that no text may have; null if none has. */
export function firstProblem(values: readonly Json[]): string | null {
  const texts = values.filter((value) => typeof value === "string");
  return texts.map(characterProblem).find((problem) => problem !== null) ?? null;
}

/** Why a text can't replace another. */
export function textProblem(text: string, before: string): string | null {
  if (text.trim() === "" && before !== "") return "This text is empty. Enter a text.";
  // A field with a link in the files must have one.
  const wrongLink = isLink(before) ? linkProblem(text) : null;
  return characterProblem(text) ?? wrongLink ?? placeholderProblem(text, before);
}

function characterProblem(text: string): string | null {
  if (LONE_SURROGATE.test(text)) return "This text contains half a character. Type it again.";
  const [invisible] = INVISIBLE.exec(text) ?? [];
  if (invisible === undefined) return null;
  const code = invisible.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `This text has an invisible control character (U+${code}). Type the text instead of pasting it.`;
}

/** Names of placeholders that stand for an amount which follows from the prices. */
const AMOUNT = /^\{(?:amount|percent|price|\w+Price|total|\w*(?:[mM]onthly|[yY]early))\}$/;

/** The site's code replaces placeholders with known values. */
function placeholderProblem(text: string, before: string): string | null {
  const allowed: string[] = before.match(PLACEHOLDER) ?? [];
  const left = allowed.find((each) => AMOUNT.test(each) && !text.includes(each));
  if (left !== undefined && /\d/.test(text))
    return `Write ${left} instead of a number, so that the text follows the prices.`;
  const unknown = text.match(PLACEHOLDER)?.find((each) => !allowed.includes(each));
  if (unknown === undefined) return null;
  const use = allowed.length > 0 ? `Use only ${allowed.join(", ")}.` : "Write it without braces.";
  return `${unknown} has no value here. ${use}`;
}
