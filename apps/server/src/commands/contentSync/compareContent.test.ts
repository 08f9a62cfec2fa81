import type { Json } from "@marquee/contract";
import { expect, it } from "vitest";
import type { ItemFile } from "../../domains/content/itemFiles.ts";
import { compareContent } from "./compareContent.ts";
import { describeStatus } from "./describeContent.ts";

const ITEM = "copy:en:home";
const PAGE = "page:en:guide";

function compare(published: Json, file: Json, base: Record<string, Json> = {}, item = ITEM) {
  const state = { items: { [item]: { published } }, base: { [item]: base } };
  return compareContent(state, new Map([[item, file]])).map(({ pointer, side }) => [pointer, side]);
}

it("says who changed a field since the last pull", () => {
  expect(compare({ a: "1" }, { a: "1" }, { "/a": "0" })).toEqual([]);
  expect(compare({ a: "1" }, { a: "2" })).toEqual([["/a", "files"]]);
  expect(compare({ a: "1" }, { a: "2" }, { "/a": "1" })).toEqual([["/a", "files"]]);
  expect(compare({ a: "1" }, { a: "2" }, { "/a": "2" })).toEqual([["/a", "published"]]);
  expect(compare({ a: "1" }, { a: "2" }, { "/a": "0" })).toEqual([["/a", "both"]]);
});

it("finds what only one side has, and treats fields published on that side separately", () => {
  expect(compare({ a: "1", b: "1" }, { a: "1" })).toEqual([["/b", "files"]]);
  expect(compare({ a: "1", b: "1" }, { a: "1" }, { "/b": "0" })).toEqual([["/b", "both"]]);
  expect(compare({ a: "1" }, { a: "1", b: "1" })).toEqual([["/b", "files"]]);
  expect(compareContent({ items: {}, base: {} }, new Map([[ITEM, {}]]))).toMatchObject([
    { pointer: "", side: "files" },
  ]);
});

it("follows items of lists by their IDs, and ignores empty lines around markdown", () => {
  const rows = (...ids: string[]) => ({ rows: ids.map((id) => ({ id, text: id })) });
  expect(compare(rows("one", "two"), rows("two", "one"))).toEqual([]);
  expect(compare({ markdown: "Text" }, { markdown: "Text\n" }, {}, PAGE)).toEqual([]);
});

it("describes differences by file and field, around the first difference of long texts", () => {
  const item = { path: "copy/en/home.json", item: null, isInherited: false } satisfies ItemFile;
  const long = "A long text ".repeat(10);
  const differences = compareContent(
    {
      items: { [ITEM]: { published: { hero: { title: "1", lead: `${long}old` } } } },
      base: { [ITEM]: { "/hero/title": "2" } },
    },
    new Map([[ITEM, { hero: { title: "2", lead: `${long}new` } }]]),
  );
  const state = { head: { number: 3, id: "x" }, isKnown: true, items: {}, base: {} };
  const text = describeStatus({
    contentDir: "",
    baseDir: "",
    items: new Map([[ITEM, item]]),
    included: 2,
    state,
    differences,
  });
  expect(text.split("\n")).toEqual([
    "Published: revision 3. The files include revision 2.",
    "",
    "Published since the last pull. Pull writes these into the files:",
    "  content/copy/en/home.json",
    "    Hero: Title  (/hero/title)",
    '      published "1"',
    '      file      "2"',
    "",
    "Changed in the files. Push makes a draft of these; deploying the files publishes them:",
    "  content/copy/en/home.json",
    "    Hero: Lead  (/hero/lead)",
    expect.stringMatching(/^ {6}published ….*A long text old"$/),
    expect.stringMatching(/^ {6}file {6}….*A long text new"$/),
  ]);
});
