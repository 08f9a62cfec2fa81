import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DEFAULT_FLAGS,
  LANDING_PATHS,
  LOCALES,
  NO_BANNER,
  pageIdOf,
  SITE_BANNER_FLAG,
  type SiteContent,
} from "@marquee/contract";
import { CATALOG } from "@marquee/contract/testing/catalog";
import { describe, expect, test } from "vitest";
import openSite from "../entry-server.tsx";
import { testSite } from "../site/testing/testSite.ts";

const COPY_DIR = join(import.meta.dirname, "../../../../content/copy");
const ASSETS = {
  bootScript: "/boot.js",
  demoScript: "/demo.js",
  styles: { hrefs: [] },
  developmentScripts: [],
};
/** With a banner, whose text is a paragraph too. */
const FLAGS = {
  ...DEFAULT_FLAGS,
  [SITE_BANNER_FLAG]: {
    ...DEFAULT_FLAGS[SITE_BANNER_FLAG],
    paths: ["*"],
    text: "Gantt charts are new",
    link: { href: "/lp/features/gantt-chart-view", children: "Find out more" },
  },
};

const site = openSite({
  version: "0123456789abcdef",
  copy: readCopy(),
  catalog: CATALOG,
  images: {},
  sections: {},
  banner: NO_BANNER,
});

function readCopy(): SiteContent["copy"] {
  const textsOf = (locale: string) => {
    const files = readdirSync(join(COPY_DIR, locale));
    const read = (file: string): unknown => JSON.parse(readFileSync(join(COPY_DIR, locale, file), "utf8"));
    return Object.fromEntries(files.map((file) => [file.replace(".json", ""), read(file)]));
  };
  return Object.fromEntries(LOCALES.map((locale) => [locale, textsOf(locale)])) as SiteContent["copy"];
}

async function render(path: string): Promise<string> {
  const { settings } = testSite(path, { flags: FLAGS });
  const page = await site.renderPage({ kind: "path", path }, ASSETS, settings);
  if (!page) throw new Error(`The site has no ${path}.`);
  return page.html;
}

/** Every heading and paragraph of a document in order, with its test ID. */
function textsOf(html: string): { element: string; testId: string }[] {
  return [...html.matchAll(/<(h[1-6]|p)(?= |>)([^>]*)>/g)].map(([, element = "", attributes = ""]) => ({
    element,
    testId: /data-testid="([^"]*)"/.exec(attributes)?.[1] ?? "",
  }));
}

describe.each(LANDING_PATHS)("test ids of %s", (path) => {
  const pageId = pageIdOf(path);

  test("are set on every heading and paragraph of the document", async () => {
    const texts = textsOf(await render(path));
    const marked = texts.filter(({ testId }) => testId !== "");
    expect(`${marked.length} of ${texts.length}`).toBe(`${texts.length} of ${texts.length}`);
    expect(texts.length).toBeGreaterThan(40);
    expect(new Set(marked.map(({ testId }) => testId)).size).toBe(texts.length);
  });

  test("count in document order in each part of the page", async () => {
    const html = await render(path);
    const counts = new Map<string, number>();
    for (const { element, testId } of textsOf(html)) {
      const part = testId.replace(/-h?\w-\d+$/, "");
      const count = (counts.get(`${part}-${element}`) ?? 0) + 1;
      counts.set(`${part}-${element}`, count);
      expect(testId).toBe(`${part}-${element}-${count}`);
    }
    expect(counts.get(`${pageId}-h1`)).toBe(1);
    expect(html).toMatch(new RegExp(`data-testid="${pageId}-header-p-1"[^>]*>Gantt charts are new`));
    expect(html).toMatch(
      new RegExp(
        `id="consent-title"[^>]*data-testid="${pageId}-consent-h2-1"|data-testid="${pageId}-consent-h2-1"[^>]*id="consent-title"`,
      ),
    );
    expect(counts.get(`${pageId}-footer-h2`)).toBe(3);
  });

  test("are the same on every render", async () => {
    expect(await render(path)).toBe(await render(path));
  });
});

test("other pages have no test ids", async () => {
  for (const path of ["/", "/pricing", "/de/pricing"])
    expect(await render(path)).not.toContain("data-testid");
});
