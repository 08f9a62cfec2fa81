import type { FilterAddress } from "../../privacy/filterAddress.ts";
import { maskTypedValue } from "./maskText.ts";

interface AddressHidingOptions {
  filterByRules: FilterAddress;
  hideTyped: MaskTyped;
  /** Origin of the page, which visitors do not type. */
  origin: string;
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/*/i;

/** @returns the text without what visitors have entered in this document. */
export type MaskTyped = (text: string) => string;

/**
 * Typed text is masked from this length on while it is still being typed. Shorter prefixes reveal nothing.
 */
const MIN_BEGINNING = 3;
/** Names are also masked in parts, except the shortest, which reveal nothing. */
const PART_LENGTH = 4;
const MAX_PARTS = 3;
/** Longer ones are messages: pages show them whole, or in pieces. */
const MESSAGE_LENGTH = 80;
const PIECE_LENGTH = 12;
/** Digits are grouped anew: numbers of cards and telephones. */
const NUMBER = /^[\d\s().+-]{6,}$/;
const BETWEEN_DIGITS = "[\\s().+-]*";

/**
 * Masks typed values where the page shows them again: in a preview, a summary, a thank-you message.
 * @param readTyped returns the typed values; a new array whenever they change
 */
export function createTypedMasking(readTyped: () => readonly string[]): MaskTyped {
  let typed: readonly string[] | undefined;
  let matcher: RegExp | null = null;
  let messages: string[] = [];
  const update = () => {
    if (typed === readTyped()) return;
    typed = readTyped();
    const texts = typed.map(normalise);
    messages = texts.filter(({ length }) => length > MESSAGE_LENGTH);
    matcher = compile(texts);
  };
  const isPartOfMessage = (text: string) => {
    const piece = messages.length > 0 ? normalise(text) : "";
    return messages.some(
      (message) =>
        piece.includes(message.slice(0, MESSAGE_LENGTH)) ||
        (piece.length >= PIECE_LENGTH && message.includes(piece)),
    );
  };
  return (text) => {
    update();
    if (!matcher) return text;
    return isPartOfMessage(text) ? maskTypedValue(text) : text.replace(matcher, maskTypedValue);
  };
}

/** Addresses write blanks as plus signs, and are shown without what they all begin with. */
function normalise(text: string): string {
  return text
    .replace(/[\s+]+/g, " ")
    .replace(/^ ?https?:\/\//i, "")
    .trim()
    .toLowerCase();
}

/** Whole words only, however they are written; longer texts before what they begin with, and all that is whole before beginnings. */
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

/** A text of few words, and each of them: a greeting takes the first of a name. Of a message, its beginning. */
function withParts(text: string): string[] {
  const parts = text.split(" ").slice(0, MAX_PARTS + 1);
  return [
    text.slice(0, MESSAGE_LENGTH),
    ...parts.filter(({ length }) => length >= PART_LENGTH && parts.length <= MAX_PARTS),
  ];
}

/** @param least so many of its characters must be there; all of it where that is all */
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
 * Masks URLs and the typed values they contain, however encoded. A URL that contains typed values is recorded
 * decoded.
 */
export function createUrlMasking({ filterByRules, hideTyped, origin }: AddressHidingOptions): FilterAddress {
  return (address) => {
    const filtered = filterByRules(address);
    const start = filtered.startsWith(`${origin}/`)
      ? origin.length + 1
      : (SCHEME.exec(filtered)?.[0].length ?? 0);
    const told = decode(decode(filtered.slice(start)));
    const hidden = hideTyped(told);
    return hidden === told ? filtered : filtered.slice(0, start) + hidden;
  };
}

/** As queries are, which unlike `decodeURIComponent` never throws. */
function decode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => new URLSearchParams(`=${encoded}`).get("") ?? "");
}
