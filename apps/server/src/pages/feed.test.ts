import type { ContentPage } from "@marquee/contract";
import { parseXml } from "@rgrove/parse-xml";
import { expect, it } from "vitest";
import { buildFeed } from "./feed.ts";

const LIST: ContentPage = {
  slug: "changelog",
  locale: "de",
  path: "/de/changelog",
  title: "Neuerungen",
  description: "Was neu ist",
  body: { format: "markdown", source: "" },
};

it("is an Atom feed with absolute addresses, dates of the entries, authors and tags", () => {
  const feed = buildFeed(
    {
      ...LIST,
      entries: [
        {
          path: "/de/changelog/b",
          title: "B",
          description: "Neu",
          date: "2026-03-01",
          author: "Ann",
          tags: "X, Y",
        },
        {
          path: "/de/changelog/a",
          title: "A",
          description: "Alt",
          date: "2026-01-01",
          updated: "2026-04-01",
        },
      ],
    },
    "https://trellis.example",
  );
  expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">');
  expect(feed).toContain("<id>https://trellis.example/de/changelog</id><title>Neuerungen</title>");
  expect(feed).toContain(
    'rel="self" type="application/atom+xml" href="https://trellis.example/de/changelog/feed.xml"',
  );
  expect(feed).toContain(
    "<updated>2026-04-01T00:00:00Z</updated><author><name>trellis.example</name></author>",
  );
  expect(feed).toContain(
    '<published>2026-03-01T00:00:00Z</published><updated>2026-03-01T00:00:00Z</updated><author><name>Ann</name></author><category term="X"/><category term="Y"/><summary>Neu</summary></entry>',
  );
  expect(feed.indexOf("/de/changelog/b")).toBeLessThan(feed.indexOf("/de/changelog/a"));
});

it("lists entries without dates by their latest change, and their category", () => {
  const entry = (name: string, more: object) => ({
    path: `/${name}`,
    title: name,
    description: name,
    ...more,
  });
  const feed = buildFeed(
    {
      ...LIST,
      entries: [
        entry("old", { category: "Launches", updated: "2026-01-01" }),
        entry("never", { category: "Launches" }),
        entry("new", { category: "R&D", updated: "2026-03-01" }),
      ],
    },
    "https://trellis.example",
  );
  expect([...feed.matchAll(/<entry><id>[^<]*\/(\w+)</g)].map(([, name]) => name)).toEqual([
    "new",
    "old",
    "never",
  ]);
  expect(feed).not.toContain("<published>");
  expect(feed).toContain('<updated>2026-03-01T00:00:00Z</updated><category term="R&amp;D"/>');
  // RFC 4287 requires a date for every entry.
  expect(feed).toContain("<title>never</title>");
  expect(feed.match(/<updated>1970-01-01T00:00:00Z<\/updated>/g)).toHaveLength(1);
});

it("escapes everything, and removes characters that XML does not allow", () => {
  const hostile = `</title><script>"&'\u0000\u0007\uFFFF\uD800]]>`;
  const entry = {
    path: "/x",
    title: hostile,
    description: hostile,
    date: "2026-03-01",
    author: hostile,
    tags: hostile,
  };
  const feed = buildFeed({ ...LIST, title: hostile, entries: [entry] }, "https://trellis.example");
  for (const part of ["<script", "\u0000", "\u0007", "\uFFFF", `"&'`]) expect(feed).not.toContain(part);
  expect(feed).not.toMatch(/\p{Surrogate}/u);
  expect(feed.match(/<entry>/g)).toHaveLength(1);
  expect(parseXml(feed).text).toContain("]]>");
  expect(buildFeed(LIST, "https://trellis.example")).not.toContain("<entry>");
});
