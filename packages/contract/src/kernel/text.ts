/**
 * The start of a text: at most `maxLength` UTF-16 code units, without half of a character at its end. Such a half (a lone surrogate) makes
 * `encodeURIComponent` throw, and databases reject its JSON, so texts are truncated only with this function.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "");
}

/**
 * Like {@link cutText}, with an ellipsis if the text was truncated. The result has at most `maxLength` code units plus the
 * ellipsis.
 */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength).trimEnd()}…` : text;
}

/**
 * The part of a text from one index to another, without half of a character at its ends, and with an ellipsis where the text continues.
 */
export function excerptText(text: string, from: number, to: number): string {
  const [start, end] = [from, to].map((index) => cutText(text, Math.max(0, index)).length);
  return `${start ? "…" : ""}${text.slice(start, end)}${end === text.length ? "" : "…"}`;
}

const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu;
/** Letters that Unicode does not decompose. */
const SPELLED: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l" };

/**
 * A text in lower case for names and addresses, with plain Latin letters: "Ünïcode Größe" becomes "unicode grosse". Letters of other scripts are
 * kept with their marks, which distinguish letters.
 */
export function plainLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(LATIN_MARKS, "$1")
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize("NFC");
}

/** Replaces lone surrogates by U+FFFD, like `String.prototype.toWellFormed` in newer browsers. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
