import { describe, expect, it } from "vitest";
import { parsePageFile } from "./parsePageFile.ts";

const HEAD = "---\ntitle: Privacy\ndescription: What is kept.\n---\n";

describe("parsePageFile", () => {
  it("makes a page of a markdown file: folder and name say where it lives", () => {
    expect(parsePageFile({ name: "de/legal/privacy.md", text: `${HEAD}\n# Kurz` })).toEqual({
      file: "content/pages/de/legal/privacy.md",
      problems: [],
      page: {
        slug: "legal/privacy",
        locale: "de",
        path: "/de/legal/privacy",
        title: "Privacy",
        description: "What is kept.",
        // Lines keep the numbers that they have in the file.
        body: { format: "markdown", source: "\n\n\n\n\n# Kurz" },
      },
    });
  });

  it("takes path, page id and day from the head, with Windows' line ends too", () => {
    const text =
      "---\r\ntitle: A\r\ndescription: B\r\npath: /guide\r\npageId: first-week\r\nupdated: 2026-11-21\r\n---\r\nText";
    const { page } = parsePageFile({ name: "en/week.md", text });
    expect(page).toMatchObject({ path: "/guide", pageId: "first-week", updated: "2026-11-21", slug: "week" });
  });

  it("makes a page of a rich-text file, and says what of it is wrong", () => {
    const document = {
      nodeType: "document",
      data: {},
      content: [
        { nodeType: "hr", data: {}, content: [] },
        { nodeType: "callout", data: {}, content: [] },
      ],
    };
    const text = JSON.stringify({ title: "A", description: "B", document });
    const { page, problems } = parsePageFile({ name: "en/a.json", text });
    expect(page.body).toEqual({
      format: "richText",
      document: { ...document, content: [document.content[0]] },
    });
    expect(problems).toEqual([
      expect.objectContaining({
        place: "document.content.1.nodeType",
        problem: 'Schema for nodeType was not found: "callout".',
      }),
    ]);
  });

  it.each([
    ["en/a.md", "# No head", "content/pages/en/a.md, line 1: The page has no head"],
    ["en/a.md", "---\ntitle: A\n", "line 1: The page has no head"],
    ["en/a.md", "---\ntitle: A\ndescription: [\n---\n", "line 3: This is no YAML"],
    ["en/a.md", "---\ntitle: A\ntitle: B\n---\n", "line 3: This is no YAML (Map keys must be unique"],
    ["en/a.md", "---\ntitle: A\n---\n", "This must have required properties description."],
    [
      "en/a.md",
      `---\ntitle: A\ndescription: B\nauthor: C\n---\n`,
      "author: This is a member that nobody reads.",
    ],
    ["en/a.md", `---\ntitle: A\ndescription: B\npath: evil\n---\n`, "path: This must match pattern"],
    ["en/a.md", `---\ntitle: A\ndescription: B\npath: //evil\n---\n`, "path: This must match pattern"],
    ["en/a.md", `---\ntitle: !!js/function "x"\ndescription: B\npageId: "a b"\n---\n`, "pageId"],
    ["en/a.json", "{", "This is no JSON"],
    ["en/a.json", '{"title":"A","description":"B"}', "This must have required properties document."],
    ["xx/a.md", HEAD, "A page lies in the folder of its locale"],
    ["a.md", HEAD, "Correct example: content/pages/de/privacy.md"],
    ["en/A b.md", HEAD, "in lower case without spaces"],
  ])("says where %s with %j is wrong, and how it would be right", (name, text, message) => {
    expect(() => parsePageFile({ name, text })).toThrow(message);
    expect(() => parsePageFile({ name, text })).toThrow("Correct example: ");
  });
});
