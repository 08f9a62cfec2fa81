import { type ContentEntry, type ContentPage, FEED_SUFFIX, splitTags } from "@marquee/contract";
import { escapeHtml } from "../mail/mailText.ts";

/** Characters that no XML document may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const NO_DAY = "1970-01-01";

/** The entries of a collection's list as an Atom feed (RFC 4287). @param publicUrl origin without a trailing slash. */
export function buildFeed(
  { path, title, description, locale, entries = [] }: ContentPage,
  publicUrl: string,
): string {
  const url = xml(publicUrl + path);
  const latest = entries.map(changedOn).sort().at(-1) ?? NO_DAY;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `<id>${url}</id><title>${xml(title)}</title><subtitle>${xml(description)}</subtitle>`,
    `<link href="${url}"/><link rel="self" type="application/atom+xml" href="${url}${FEED_SUFFIX}"/>`,
    `<updated>${latest}T00:00:00Z</updated><author><name>${xml(new URL(publicUrl).host)}</name></author>`,
    ...entries.toSorted(latestFirst).map((entry) => buildEntry(entry, publicUrl)),
    "</feed>",
    "",
  ].join("\n");
}

function buildEntry(entry: ContentEntry, publicUrl: string): string {
  const { path, title, description, date, author, category, tags } = entry;
  const url = xml(publicUrl + path);
  return [
    `<entry><id>${url}</id><title>${xml(title)}</title><link href="${url}"/>`,
    date ? `<published>${date}T00:00:00Z</published>` : "",
    `<updated>${changedOn(entry)}T00:00:00Z</updated>`,
    author ? `<author><name>${xml(author)}</name></author>` : "",
    ...[category ?? [], splitTags(tags)].flat().map((tag) => `<category term="${xml(tag)}"/>`),
    `<summary>${xml(description)}</summary></entry>`,
  ].join("");
}

/** Readers keep the order of a list by date. Others have the latest change first in their feed. */
function latestFirst(one: ContentEntry, other: ContentEntry): number {
  const [day = "", otherDay = ""] = [one.date ?? one.updated, other.date ?? other.updated];
  return day === otherDay ? 0 : day < otherDay ? 1 : -1;
}

/** Atom needs a day even of an entry that names none. */
function changedOn({ date = "", updated = "" }: ContentEntry): string {
  return (updated > date ? updated : date) || NO_DAY;
}

function xml(text: string): string {
  return escapeHtml(text.replace(FORBIDDEN, ""));
}
