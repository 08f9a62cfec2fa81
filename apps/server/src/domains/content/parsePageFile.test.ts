import { describe, expect, it } from "vitest";
import { parsePageFile, withItem } from "./parsePageFile.ts";

const HEAD = "---\ntitle: Privacy\ndescription: What is kept.\n---\n";

it.each(["/über-uns", "/%c3%bcber-uns", "/%C3%BCber-uns"])("stores the path %s encoded", (path) => {
  const text = `---\ntitle: Über uns\ndescription: Wer wir sind.\npath: ${path}\n---\nText`;
  expect(parsePageFile({ name: "de/uber-uns.md", text }).page.path).toBe("/de/%C3%BCber-uns");
});

describe("parsePageFile", () => {
  it("parses a markdown file and derives locale and path from its name", () => {
    expect(parsePageFile({ name: "de/legal/privacy.md", text: `${HEAD}\n# Kurz` })).toEqual({
      file: "content/pages/de/legal/privacy.md",
      item: {
        title: "Privacy",
        description: "What is kept.",
        path: "/legal/privacy",
        updated: "",
        hidden: false,
        markdown: "# Kurz",
      },
      problems: [],
      page: {
        slug: "legal/privacy",
        locale: "de",
        path: "/de/legal/privacy",
        title: "Privacy",
        description: "What is kept.",
        // Line numbers match the file.
        body: { format: "markdown", source: "\n\n\n\n\n# Kurz" },
      },
    });
  });

  it("reads path, page ID and date from the front matter, also with Windows line endings", () => {
    const text =
      "---\r\ntitle: A\r\ndescription: B\r\npath: /guide\r\npageId: first-week\r\nupdated: 2026-11-21\r\n---\r\nText";
    const { page } = parsePageFile({ name: "en/week.md", text });
    expect(page).toMatchObject({ path: "/guide", pageId: "first-week", updated: "2026-11-21", slug: "week" });
  });

  it("reads the fields of collection entries, and rejects them elsewhere", () => {
    const entry = (fields: string) => `---\ntitle: A\ndescription: B\n${fields}---\nText`;
    const { page, item } = parsePageFile({
      name: "en/changelog/a.md",
      text: entry("date: 2026-11-24\ntags: Plans, Speed\n"),
    });
    expect(page).toMatchObject({ path: "/changelog/a", date: "2026-11-24", tags: "Plans, Speed" });
    expect(item).toMatchObject({ date: "2026-11-24", tags: "Plans, Speed" });
    expect(item).not.toHaveProperty("author");
    expect(withItem({ page, file: "x" }, { ...(item as object), tags: "" }).page).not.toHaveProperty("tags");
    const problems: [string, string, string][] = [
      ["changelog/a", "", "date: An entry needs this. Correct example: "],
      ["changelog/a", "date: 2026-02-30\n", "date: This date doesn't exist."],
      ["changelog/a", "date: 2026-02-01\nauthor: Ann\n", "author: Only entries of articles have this."],
      [
        "changelog",
        "date: 2026-02-01\n",
        "date: Only entries of changelog and articles have this. Remove it.",
      ],
    ];
    for (const [name, fields, problem] of problems)
      expect(() => parsePageFile({ name: `en/${name}.md`, text: entry(fields) })).toThrow(problem);
  });

  it("reads category, image and link of templates and integrations, and rejects what can't be shown", () => {
    const entry = (fields: string) => `---\ntitle: A\ndescription: B\n${fields}---\nText`;
    const fields =
      "category: Launches\nimage: screens/board.png\nlink: /sign-up?template=a\nlinkLabel: Use it\n";
    const { page, item } = parsePageFile({ name: "en/templates/a.md", text: entry(fields) });
    const values = {
      category: "Launches",
      image: "screens/board.png",
      link: "/sign-up?template=a",
      linkLabel: "Use it",
    };
    expect(page).toMatchObject(values);
    expect(item).toMatchObject(values);
    const problems: [string, string][] = [
      ["", "category: An entry needs this. Correct example: "],
      [fields.replace("screens/board.png", "../secret.png"), "image: This must be the path of an image"],
      [
        fields.replace("screens/board.png", "https://x.example/a.png"),
        "image: This must be the path of an image",
      ],
      [fields.replace("/sign-up", "//evil.example/"), "link: This must be a link"],
      [fields.replace("/sign-up?template=a", "'javascript:alert(1)'"), "link: This must be a link"],
      [
        fields.replace("/sign-up", `/${"a".repeat(600)}`),
        "link: This must not have more than 500 characters",
      ],
      [fields.replace("Use it", "a".repeat(41)), "linkLabel: This must not have more than 40 characters"],
      [fields.replace("linkLabel: Use it\n", ""), "linkLabel: A link needs a text that says what happens."],
      [fields.replace("link: /sign-up?template=a\n", ""), "link: This has a text but no link."],
      [`${fields}date: 2026-02-01\n`, "date: Only entries of changelog and articles have this."],
    ];
    for (const [text, problem] of problems)
      expect(() => parsePageFile({ name: "en/integrations/a.md", text: entry(text) })).toThrow(problem);
    const example =
      "category: Planning\nimage: guide/board.png\nlink: /sign-up\nlinkLabel: Use this template\n";
    expect(() => parsePageFile({ name: "en/templates/a.md", text: entry("") })).toThrow(example);
    // A draft reports the same.
    const change = (value: object) => () => withItem({ page, file: "x" }, { ...(item as object), ...value });
    expect(change({ image: "" })().page).not.toHaveProperty("image");
    expect(change({ link: "", linkLabel: "" })().page).not.toHaveProperty("link");
    // As a pull writes emptied fields.
    const emptied = parsePageFile({
      name: "en/templates/a.md",
      text: entry(`${fields.replace(/: (?!Launches).*/g, ': ""')}updated: ""\n`),
    });
    expect(emptied.page).not.toHaveProperty("image");
    expect(emptied.item).toMatchObject({ category: "Launches", image: "", link: "", updated: "" });
    expect(change({ link: "//evil.example" })).toThrow("link: This must be a link");
    expect(change({ category: "" })).toThrow("category: An entry needs this.");
  });

  it("decodes the entities in a description, once, and not in the title or the text", () => {
    const head = `---\ntitle: R&amp;D\ndescription: R&amp;D &#039;26, &amp;lt;b&gt;\n---\n`;
    const { page } = parsePageFile({ name: "en/a.md", text: `${head}A &amp; B` });
    expect(page).toMatchObject({ title: "R&amp;D", description: "R&D '26, &lt;b>" });
    expect(page.body).toMatchObject({ source: expect.stringContaining("A &amp; B") });
  });

  it("parses a rich-text file and reports its problems", () => {
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
    ["en/a.md", "# No front matter", "content/pages/en/a.md, line 1: The page must start with front matter"],
    ["en/a.md", "---\ntitle: A\n", "line 1: The page must start with front matter"],
    ["en/a.md", "---\ntitle: A\ndescription: [\n---\n", "line 3: Invalid YAML"],
    ["en/a.md", "---\ntitle: A\ntitle: B\n---\n", "line 3: Invalid YAML (Map keys must be unique"],
    ["en/a.md", "---\ntitle: A\n---\n", "This must have required properties description."],
    ["en/a.md", `---\ntitle: A\ndescription: B\nowner: C\n---\n`, "owner: This is an unknown property."],
    ["en/a.md", `---\ntitle: A\ndescription: B\npath: evil\n---\n`, "path: This must match pattern"],
    ["en/a.md", `---\ntitle: A\ndescription: B\npath: //evil\n---\n`, "path: This must match pattern"],
    ["en/a.md", `---\ntitle: !!js/function "x"\ndescription: B\npageId: "a b"\n---\n`, "pageId"],
    ["en/a.json", "{", "content/pages/en/a.json: Invalid JSON"],
    ["en/a.json", '{"title":"A","description":"B"}', "This must have required properties document."],
    ["xx/a.md", HEAD, "Put a page in the folder of its locale"],
    ["a.md", HEAD, "Correct example: content/pages/de/privacy.md"],
    ["en/A b.md", HEAD, "with a lowercase file name without spaces"],
  ])("rejects %s with %j, with the position and a correct example", (name, text, message) => {
    expect(() => parsePageFile({ name, text })).toThrow(message);
    expect(() => parsePageFile({ name, text })).toThrow("Correct example: ");
  });
});
