/**
 * The beginning of a text: at most `maxLength` UTF-16 code units, without half of a character at its end. Such a half (a lone surrogate) makes
 * `encodeURIComponent` throw, and databases refuse its JSON, so texts are cut by this function only.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "");
}

/** Like {@link cutText}, with an ellipsis if the text was cut. The result has at most `maxLength` code units, and the ellipsis. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength).trimEnd()}…` : text;
}

/** The part of a text from one index to another, without half of a character at its ends, and with an ellipsis where the text goes on. */
export function excerptText(text: string, from: number, to: number): string {
  const [start, end] = [from, to].map((index) => cutText(text, Math.max(0, index)).length);
  return `${start ? "…" : ""}${text.slice(start, end)}${end === text.length ? "" : "…"}`;
}

/** Replaces halves of characters by U+FFFD, as `String.prototype.toWellFormed` does where browsers have it. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
