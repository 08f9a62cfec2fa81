import { LANDING_PATHS, pageIdOf, type RichTextNode } from "@marquee/contract";
import { describe, expect, test } from "vitest";
import { contentTarget, testDocument } from "../site/testing/testDocument.ts";

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
    const texts = textsOf(await testDocument(path));
    const marked = texts.filter(({ testId }) => testId !== "");
    expect(`${marked.length} of ${texts.length}`).toBe(`${texts.length} of ${texts.length}`);
    expect(texts.length).toBeGreaterThan(40);
    expect(new Set(marked.map(({ testId }) => testId)).size).toBe(texts.length);
  });

  test("count in document order in each part of the page", async () => {
    const html = await testDocument(path);
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
    expect(await testDocument(path)).toBe(await testDocument(path));
  });
});

describe("test ids of a page that an editor wrote", () => {
  const markdown = {
    format: "markdown",
    source: "# One\n\nText\n\n- item\n\n  In a list\n\n## Two",
  } as const;
  const node = (nodeType: string, ...content: RichTextNode[]) => ({ nodeType, data: {}, content });
  const richText = {
    format: "richText",
    document: node("document", node("heading-1"), node("paragraph"), node("heading-2"), node("paragraph")),
  } as const;
  const idsOf = (html: string) => textsOf(html).map(({ testId }) => testId);

  test.each([
    ["markdown", markdown, ["guide-h2-1", "guide-p-1", "guide-p-2", "guide-p-3", "guide-h2-2"]],
    ["rich text", richText, ["guide-h2-1", "guide-p-1", "guide-h2-2", "guide-p-2"]],
  ])("count its %s in document order", async (_format, body, ids) => {
    const html = await testDocument(contentTarget({ path: "/guide", body }));
    expect(idsOf(html).filter((id) => /^guide-h?[p\d]/.test(id))).toEqual(ids);
    expect(idsOf(html)).toEqual([...new Set(idsOf(html))]);
    expect(idsOf(html)).toEqual(expect.arrayContaining(["guide-title-h1-1", "guide-footer-h2-1"]));
    expect(idsOf(html)).not.toContain("");
  });

  test("come with the text, so that the browser renders the same", async () => {
    const html = await testDocument(contentTarget({ path: "/guide", body: markdown }));
    const data = /id="marquee-content">([^<]*)</.exec(html)?.[1] ?? "";
    expect(data).toContain('"data-testid":"guide-h2-1"');
  });

  test("start with the page ID of the front matter", async () => {
    const html = await testDocument(contentTarget({ path: "/guide", pageId: "first-week", body: markdown }));
    for (const id of idsOf(html)) expect(id).toMatch(/^first-week-/);
  });

  test("are on the entries of a list", async () => {
    const entries = [{ path: "/guide/a", title: "A", description: "About A" }];
    for (const slug of ["templates", "changelog"]) {
      const target = contentTarget({
        path: "/guide",
        slug,
        entries,
        body: { format: "markdown", source: "" },
      });
      const ids = idsOf(await testDocument(target));
      expect(ids).not.toContain("");
      expect(ids).toContain("guide-entries-h2-1");
    }
  });
});

test("other pages have no test ids", async () => {
  for (const path of ["/", "/pricing", "/de/pricing"])
    expect(await testDocument(path)).not.toContain("data-testid");
  const page = contentTarget({ path: "/elsewhere", body: { format: "markdown", source: "# One" } });
  expect(await testDocument(page)).not.toContain("data-testid");
});
