import { type ContentEntry, type ContentPage, FEED_SUFFIX, splitTags } from "@marquee/contract";
import { escapeXml } from "../platform/markup.ts";

const NO_DAY = "1970-01-01";

/** The entries of a collection's list as an Atom feed (RFC 4287). @param publicUrl origin without a trailing slash. */
export function buildFeed(
  { path, title, description, locale, entries = [] }: ContentPage,
  publicUrl: string,
): string {
  const url = escapeXml(publicUrl + path);
  const latest = entries.map(changedOn).sort().at(-1) ?? NO_DAY;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `<id>${url}</id><title>${escapeXml(title)}</title><subtitle>${escapeXml(description)}</subtitle>`,
    `<link href="${url}"/><link rel="self" type="application/atom+xml" href="${url}${FEED_SUFFIX}"/>`,
    `<updated>${latest}T00:00:00Z</updated><author><name>${escapeXml(new URL(publicUrl).host)}</name></author>`,
    ...entries.toSorted(latestFirst).map((entry) => buildEntry(entry, publicUrl)),
    "</feed>",
    "",
  ].join("\n");
}

function buildEntry(entry: ContentEntry, publicUrl: string): string {
  const { path, title, description, date, author, category, tags } = entry;
  const url = escapeXml(publicUrl + path);
  return [
    `<entry><id>${url}</id><title>${escapeXml(title)}</title><link href="${url}"/>`,
    date ? `<published>${date}T00:00:00Z</published>` : "",
    `<updated>${changedOn(entry)}T00:00:00Z</updated>`,
    author ? `<author><name>${escapeXml(author)}</name></author>` : "",
    ...[category ?? [], splitTags(tags)].flat().map((tag) => `<category term="${escapeXml(tag)}"/>`),
    `<summary>${escapeXml(description)}</summary></entry>`,
  ].join("");
}

/** Readers keep the order of a list by date. Other lists have the latest change first in their feed. */
function latestFirst(one: ContentEntry, other: ContentEntry): number {
  const [day = "", otherDay = ""] = [one.date ?? one.updated, other.date ?? other.updated];
  return day === otherDay ? 0 : day < otherDay ? 1 : -1;
}

/** Atom requires a date even for an entry without one. */
function changedOn({ date = "", updated = "" }: ContentEntry): string {
  return (updated > date ? updated : date) || NO_DAY;
}
