import { redactEmail } from "../privacy/redactEmail.ts";
import type { FilterAddress } from "../privacy/filterAddress.ts";

/** Until what no address of a browser holds. */
const STRETCH = /https?:\/\/[^\s"<>]+/gi;
/** Until what texts put around addresses, too: an address may itself hold these. */
const ADDRESS = /https?:\/\/[^\s"'`<>()]+/gi;
/** Line and column, as stacks tell them. */
const POSITION = /:\d+:\d+$/;
const PUNCTUATION = new Set([..."'`()[]{},.;:!?"]);

/**
 * A text that tells addresses, such as an error's stack: each of them filtered, e-mail values redacted in what lies between. Lines, and
 * the positions after addresses, stay.
 */
export function redactText(text: string, filterAddress: FilterAddress): string {
  let redacted = "";
  let end = 0;
  for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
    redacted += redactLines(text.slice(end, index)) + redactStretch(stretch, filterAddress);
    end = index + stretch.length;
  }
  return redacted + redactLines(text.slice(end));
}

/** A value of an e-mail parameter ends with its line, at the latest. */
function redactLines(text: string): string {
  return text.replace(/.+/g, redactEmail);
}

/** All of it where a rule knows it so; otherwise what is an address within, even if a narrower one. */
function redactStretch(stretch: string, filterAddress: FilterAddress): string {
  const whole = redactAddress(stretch, filterAddress);
  if (whole.isKnown) return whole.text;
  return whole.text.replace(ADDRESS, (address) => redactAddress(address, filterAddress).text);
}

/** Without the text's punctuation and position, which stay; with the position where only so a rule knows it. */
function redactAddress(found: string, filterAddress: FilterAddress): { text: string; isKnown: boolean } {
  const full = found.slice(0, endOfAddress(found));
  const address = full.replace(POSITION, "");
  const [rest, position] = [found.slice(full.length), full.slice(address.length)];
  const filtered = filterAddress(address);
  if (filtered !== redactEmail(address)) return { text: filtered + position + rest, isKnown: true };
  const filteredFull = filterAddress(full);
  if (filteredFull !== redactEmail(full)) return { text: filteredFull + rest, isKnown: true };
  return { text: filtered + position + rest, isKnown: false };
}

function endOfAddress(found: string): number {
  let end = found.length;
  while (PUNCTUATION.has(found.charAt(end - 1))) end -= 1;
  return end;
}
