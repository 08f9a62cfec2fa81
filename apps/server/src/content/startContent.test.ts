import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryDir } from "../testing/temporaryDir.ts";
import type { PageSource } from "./contentful/startContentful.ts";
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

describe("startContent", () => {
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
