import { cutText } from "@marquee/contract";
import type { FilterAddress } from "../../privacy/filterAddress.ts";
import { maskTypedValue } from "./maskText.ts";

interface AddressHidingOptions {
  filterByRules: FilterAddress;
  maskTypedText: MaskTyped;
  /** Origin of the page, which visitors do not type. */
  origin: string;
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/*/i;

/** Masks the values typed in this document wherever they occur in a text. */
export type MaskTyped = (text: string) => string;

/**
 * Minimum length of a typed value, or of the beginning of one, that is masked. Shorter texts reveal nothing.
 */
const MIN_BEGINNING = 3;
/** A value of up to {@link MAX_PARTS} words, such as a name, is also masked word by word. Words below this length reveal nothing. */
const PART_LENGTH = 4;
const MAX_PARTS = 3;
/** A longer value is a message. Pages show messages in full or in pieces. */
const MESSAGE_LENGTH = 80;
const PIECE_LENGTH = 12;
/** Card and phone numbers, whose digits pages may group differently. */
const NUMBER = /^[\d\s().+-]{6,}$/;
const BETWEEN_DIGITS = "[\\s().+-]*";

/**
 * Masks typed values where the page shows them again, such as in a preview, a summary or a thank-you message. A text that holds a piece of a
 * long message is masked completely.
 * @param readTyped returns the typed values; a new array whenever they change
 */
export function createTypedMasking(readTyped: () => readonly string[]): MaskTyped {
  let typed: readonly string[] | undefined;
  let matcher: RegExp | null = null;
  let messages: string[] = [];
  const update = () => {
    if (typed === readTyped()) return;
    typed = readTyped();
    const texts = typed.map(normalize);
    messages = texts.filter(({ length }) => length > MESSAGE_LENGTH);
    matcher = compile(texts);
  };
  const isPartOfMessage = (text: string) => {
    const piece = messages.length > 0 ? normalize(text) : "";
    return messages.some(
      (message) =>
        piece.includes(cutText(message, MESSAGE_LENGTH)) ||
        (piece.length >= PIECE_LENGTH && message.includes(piece)),
    );
  };
  return (text) => {
    update();
    if (!matcher) return text;
    return isPartOfMessage(text) ? maskTypedValue(text) : text.replace(matcher, maskTypedValue);
  };
}

/** Lowercases a text, replaces whitespace and plus signs (spaces in URLs) by single spaces, and drops the scheme, which pages may not show. */
function normalize(text: string): string {
  return text
    .replace(/[\s+]+/g, " ")
    .replace(/^ ?https?:\/\//i, "")
    .trim()
    .toLowerCase();
}

/**
 * A pattern that matches the texts as whole words in any case; null if there is nothing to match. Prefers longer texts to shorter ones, and
 * complete texts to beginnings.
 */
function compile(texts: readonly string[]): RegExp | null {
  const telling = texts.flatMap(withParts).filter(({ length }) => length >= MIN_BEGINNING);
  const words = [...new Set(telling)].sort((one, other) => other.length - one.length);
  if (words.length === 0) return null;
  const patterns = [
    ...words.map((word) => patternOf(word, word.length)),
    ...words.map((word) => patternOf(word)),
  ];
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

/** The text or, for a message, its beginning. For a text of few words also each word, because a greeting shows the first word of a name. */
function withParts(text: string): string[] {
  const parts = text.split(" ").slice(0, MAX_PARTS + 1);
  return [
    cutText(text, MESSAGE_LENGTH),
    ...parts.filter(({ length }) => length >= PART_LENGTH && parts.length <= MAX_PARTS),
  ];
}

/** A pattern that matches a text or a beginning of it. @param least minimum number of leading characters to match */
function patternOf(
  text: string,
  least = text.length < MESSAGE_LENGTH ? MIN_BEGINNING : PIECE_LENGTH,
): string {
  const isNumber = NUMBER.test(text);
  const between = isNumber ? BETWEEN_DIGITS : "";
  const characters = [...(isNumber ? text.replace(/\D/g, "") : text)].map((character) =>
    character === " " ? "[\\s+]+" : character.replace(/[\\^$.|?*+()[\]{}]/, "\\$&"),
  );
  const rest = characters.slice(least).reduceRight((after, each) => `(?:${between}${each}${after})?`, "");
  return characters.slice(0, least).join(between) + rest;
}

/**
 * Filters URLs by the address rules and masks the typed values in them, even if percent-encoded twice. A URL with
 * typed values is recorded decoded. The page's own origin, or else the scheme, is never masked.
 */
export function createUrlMasking({
  filterByRules,
  maskTypedText,
  origin,
}: AddressHidingOptions): FilterAddress {
  return (address) => {
    const filtered = filterByRules(address);
    const start = filtered.startsWith(`${origin}/`)
      ? origin.length + 1
      : (SCHEME.exec(filtered)?.[0].length ?? 0);
    const told = decode(decode(filtered.slice(start)));
    const hidden = maskTypedText(told);
    return hidden === told ? filtered : filtered.slice(0, start) + hidden;
  };
}

/** Decodes percent-encoding with `URLSearchParams`, which never throws, unlike `decodeURIComponent`. */
function decode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => new URLSearchParams(`=${encoded}`).get("") ?? "");
}
