import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Json } from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import type { PageSource } from "./contentful/startContentful.ts";
import type { ItemOverlay } from "./kinds/kindDeclaration.types.ts";
import { NO_OVERLAY, type Overlay } from "./overlay.ts";
import { type Content, startContent } from "./startContent.ts";

let dir: string;
let lines: string[];
let content: Content | undefined;

beforeEach(() => {
  dir = temporaryDir();
  lines = [];
  mkdirSync(join(dir, "pages"));
});
afterEach(() => content?.stop());

function write(name: string, text: string): void {
  const file = join(dir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const page = (title: string, body = "Text", more = "") =>
  `---\ntitle: ${title}\ndescription: About it.\n${more}---\n${body}\n`;

async function start(remote: PageSource | null = null): Promise<Content> {
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  content = await startContent({ contentDir: dir, log, takenPaths: new Set(["/pricing"]), remote });
  return content;
}

/** Serves changes over the files. */
const publisher =
  ({ build, publish }: Pick<Content, "build" | "publish">) =>
  (overlay: Overlay) =>
    publish(build(overlay));

describe("startContent", () => {
  it("redirects a page of the site only while it is hidden", async () => {
    write("redirects.json", `{ "old": { "from": "/pricing", "to": "/a", "match": "exact", "status": 301 } }`);
    let isHiddenInFiles = false;
    content = await startContent({
      contentDir: dir,
      log: pino({ level: "silent" }),
      remote: null,
      takenPaths: new Set(["/pricing"]),
      hiddenPaths: (overlay) => new Set(isHiddenInFiles || overlay.size > 0 ? ["/pricing"] : []),
    });
    const target = () => content?.findRedirect("/pricing", "")?.location;
    expect(target()).toBeUndefined();
    const publish = publisher(content);
    publish(new Map([["copy:en:pricing", { "/hidden": true }]]));
    expect(target()).toBe("/a");
    publish(new Map());
    expect(target()).toBeUndefined();
    isHiddenInFiles = true;
    publish(new Map());
    expect(target()).toBe("/a");
  });

  it("finds pages by path and lists translations in locale order", async () => {
    write("pages/de/privacy.md", page("Datenschutz"));
    write("pages/en/privacy.md", page("Privacy"));
    write("pages/en/guide.md", page("Guide", "Text", "path: /help/guide\n"));
    const { find, list } = await start();
    expect([
      find("/privacy")?.title,
      find("/de/privacy")?.title,
      find("/help/guide")?.title,
      find("/guide"),
    ]).toEqual(["Privacy", "Datenschutz", "Guide", undefined]);
    const alternates = [
      { locale: "en", path: "/privacy" },
      { locale: "de", path: "/de/privacy" },
    ];
    expect(list()).toContainEqual({ path: "/de/privacy", alternates });
    expect(list()).toContainEqual({
      path: "/help/guide",
      alternates: [{ locale: "en", path: "/help/guide" }],
    });
    expect(lines).toEqual([]);
  });

  it("finds pages and redirects in any encoding of their path's letters", async () => {
    write("pages/en/uber.md", page("Über", "Text", "path: /über-uns\n"));
    write(
      "redirects.json",
      `{ "old": { "from": "/%c3%bc-old", "to": "/über-uns", "match": "exact", "status": 301 } }`,
    );
    const { find, findRedirect, list } = await start();
    for (const path of ["/über-uns", "/%C3%BCber-uns", "/%c3%bcber-uns"])
      expect(find(path)?.title).toBe("Über");
    expect(findRedirect("/ü-old", "")?.location).toBe("/%C3%BCber-uns");
    expect(list().map(({ path }) => path)).toEqual(["/%C3%BCber-uns"]);
    expect(lines).toEqual([]);
  });

  it("serves valid pages and reports the invalid ones", async () => {
    write("pages/en/a.md", page("A"));
    write("pages/en/b.md", "no front matter");
    write("pages/en/c.md", page("C", "", "path: /a\n"));
    write("pages/en/d.md", page("D", "", "path: /pricing\n"));
    write("pages/en/e.md", page("E", "", "path: /console/e\n"));
    const { list } = await start();
    expect(list().map(({ path }) => path)).toEqual(["/a"]);
    expect(lines).toEqual([
      expect.stringMatching(/^content\/pages\/en\/b\.md, line 1: .* Correct example: ---\n/),
      expect.stringContaining(
        "content/pages/en/c.md, path: /a is already used by content/pages/en/a.md. This page is not served.",
      ),
      expect.stringContaining("content/pages/en/d.md, path: /pricing is already used by the site itself."),
      expect.stringContaining("content/pages/en/e.md, path: /console/e is already used by the site itself."),
    ]);
  });

  it("follows changes and keeps the last valid version of a page", async () => {
    write("pages/en/a.md", page("One"));
    const { find, onChange } = await start();
    const changed = vi.fn();
    onChange(changed);
    write("pages/en/a.md", page("Two"));
    await vi.waitFor(() => expect(find("/a")?.title).toBe("Two"), 5000);
    write("pages/en/a.md", "broken");
    await vi.waitFor(() => expect(lines.join()).toContain("content/pages/en/a.md, line 1"), 5000);
    expect(find("/a")?.title).toBe("Two");
    write("pages/it/a.md", page("Tre"));
    await vi.waitFor(() => expect(find("/it/a")?.title).toBe("Tre"), 5000);
    rmSync(join(dir, "pages/en/a.md"));
    await vi.waitFor(() => expect(find("/a")).toBeUndefined(), 5000);
    expect(changed.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  it("adds pages from other sources; files take precedence", async () => {
    write("pages/en/a.md", page("File"));
    let tell = () => {};
    const remotePage = (path: string, title: string) => ({
      file: `Contentful entry ${path}`,
      problems: [],
      page: {
        slug: path.slice(1),
        locale: "en" as const,
        path,
        title,
        description: "B",
        body: { format: "markdown" as const, source: "" },
      },
    });
    let pages = [remotePage("/a", "Remote")];
    const { find, onChange } = await start({
      pages: () => pages,
      onChange: (listener) => {
        tell = listener;
      },
      stop: () => undefined,
    });
    expect(find("/a")?.title).toBe("File");
    const changed = vi.fn();
    onChange(changed);
    pages = [remotePage("/b", "Remote")];
    tell();
    expect([find("/b")?.title, changed.mock.calls.length]).toEqual(["Remote", 1]);
  });
});

describe("changes over the files", () => {
  const ITEM = { title: "New", description: "About it.", markdown: "Text" };
  const overlayOf = (changes: Record<string, ItemOverlay>): Overlay => new Map(Object.entries(changes));
  const problemsOf = ({ unused }: { unused: UnusedField[] }) =>
    unused.map(({ item, pointer, problem }) => `${item}${pointer}: ${problem}`);

  beforeEach(() => {
    write("pages/en/a.md", page("A"));
    write("pages/en/b.md", page("B"));
    write("redirects.json", JSON.stringify({ old: { from: "/old", to: "/a", match: "exact", status: 301 } }));
  });

  it("adds, renames, hides and removes pages", async () => {
    const { find, list, build, ...started } = await start();
    const publish = publisher({ build, ...started });
    publish(
      overlayOf({
        "page:en:new": { "": ITEM, "/title": "Newer" },
        "page:de:new": { "": { ...ITEM, path: "/neu" } },
        "page:en:a": { "/path": "/b" },
        "page:en:b": { "/path": "/a" },
      }),
    );
    expect(list().map(({ path }) => path)).toEqual(["/b", "/a", "/new", "/de/neu"]);
    expect([find("/b"), find("/new"), find("/de/neu")].map((each) => each?.title)).toEqual([
      "A",
      "Newer",
      "New",
    ]);
    expect(build(NO_OVERLAY).unused).toEqual([]);
    publish(overlayOf({ "page:en:a": { "/hidden": true }, "page:en:b": { "": null, "/title": "Unseen" } }));
    expect([find("/a"), find("/b"), list()]).toEqual([undefined, undefined, []]);
    const { catalog, unused } = build(overlayOf({ "page:en:a": { "/hidden": true } }));
    expect([catalog.byPath.get("/a")?.page.hidden, unused]).toEqual([true, []]);
    publish(NO_OVERLAY);
    expect(list()).toHaveLength(2);
  });

  it.each<[string, Record<string, ItemOverlay>, string]>([
    [
      "the path of another",
      { "page:en:a": { "/path": "/b" } },
      "page:en:a/path: /b is already another page.",
    ],
    [
      "a path of the site",
      { "page:en:a": { "/path": "/pricing" } },
      "page:en:a/path: /pricing is already another page",
    ],
    ["a reserved path", { "page:en:a": { "/path": "/api/x" } }, "page:en:a/path: /api/x is not a page."],
    ["another host", { "page:en:a": { "/path": "//evil.example" } }, "page:en:a/path: This must be a link"],
    ["a language", { "page:en:a": { "/path": "/de/a" } }, "page:en:a/path: Leave out /de."],
    [
      "the home page",
      { "page:en:a": { "/path": "/" } },
      "page:en:a/path: The home page is a page of its own.",
    ],
    ["what files have by now", { "page:en:a": { "": ITEM } }, "page:en:a: The files already have this"],
    ["no title", { "page:en:new": { "": { ...ITEM, title: "" } } }, "page:en:new: This must not have fewer"],
    [
      "no text",
      { "page:en:new": { "": { title: "A", description: "B" } } },
      "page:en:new: A page has either",
    ],
    ["an unknown member", { "page:en:new": { "": { ...ITEM, script: "x" } } }, "page:en:new: "],
    ["a list", { "page:en:new": { "": [] } }, "page:en:new: A page is an object"],
    [
      "a field of a page that is not",
      { "page:en:new": { "/title": "x" } },
      "page:en:new/title: The files no longer",
    ],
    ["a page's redirect", { redirects: { "/r": redirect("/a", "/b") } }, "redirects/r: /a is a page."],
    [
      "a circle with the files",
      { redirects: { "/r": redirect("/a2", "/old"), "/old": redirect("/old", "/a2") } },
      "redirects/old: ",
    ],
  ])("ignores only %s", async (_what, changes, problem) => {
    const { build } = await start();
    const built = build(overlayOf({ "page:en:b": { "/title": "Kept" }, ...changes }));
    expect(problemsOf(built)).toEqual([expect.stringContaining(problem)]);
    expect(built.catalog.byPath.get("/b")?.page.title).toBe("Kept");
    expect(built.catalog.byPath.get("/a")?.page.title).toBe("A");
  });

  it("changes redirects one by one, and keeps those of the files", async () => {
    const { findRedirect, build, onChange, ...started } = await start();
    const publish = publisher({ build, ...started });
    const changed = vi.fn();
    onChange(changed);
    publish(overlayOf({ redirects: { "/one": redirect("/one", "/b"), "/two": redirect("/two", "/one") } }));
    expect(["/old", "/one", "/two", "/a"].map((path) => findRedirect(path, "")?.location)).toEqual([
      "/a",
      "/b",
      "/one",
      undefined,
    ]);
    publish(overlayOf({ redirects: { "/old": null } }));
    expect([findRedirect("/old", ""), findRedirect("/one", "")]).toEqual([null, null]);
    expect(changed).not.toHaveBeenCalled();
    expect(Object.keys(build(NO_OVERLAY).redirects)).toEqual(["old"]);
    // A page that displaces another is reported.
    const taken = build(
      overlayOf({ redirects: { "/one": redirect("/c", "/b") }, "page:en:c": { "": ITEM } }),
    );
    expect(problemsOf(taken)).toEqual([expect.stringContaining("redirects/one: /c is a page.")]);
  });

  it("reports problems in redirects.json, and keeps the last good file", async () => {
    write(
      "redirects.json",
      JSON.stringify({ old: redirect("/old", "//evil.example"), ok: redirect("/x", "/y") }),
    );
    const { findRedirect } = await start();
    expect(lines).toEqual([
      expect.stringContaining("content/redirects.json, old: This leads to another site."),
    ]);
    expect([findRedirect("/old", ""), findRedirect("/x", "")?.location]).toEqual([null, "/y"]);
    write("redirects.json", "{");
    await vi.waitFor(() => expect(lines.join()).toContain("content/redirects.json: Invalid JSON"), 5000);
    expect(findRedirect("/x", "")?.location).toBe("/y");
  });
});

function redirect(from: string, to: string): Json {
  return { from, to, match: "exact", status: 301 };
}
