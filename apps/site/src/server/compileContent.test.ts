import {
  type ContentPage,
  newImage,
  type RichTextNode,
  type SiteContent,
  siteImageOf,
} from "@marquee/contract";
import { expect, it } from "vitest";
import { compileContent, listCardHosts, listImages, shownSources } from "./compileContent.ts";

const IMAGE = "https://images.example/a.png?w=2";

it("lists the images of Markdown at any depth", () => {
  const image = `<img src="${IMAGE}" alt="A" width="1600" height="900">`;
  const source = `# Title\n\n${image}\n\n- item\n\n  > ${image.replace("a.png", "b.png")}\n\n![](guide/board.png)\n\n<https://images.example/link.png>`;
  expect(listImages({ body: { format: "markdown", source } })).toEqual([
    { source: IMAGE, alt: "A" },
    { source: IMAGE.replace("a.png", "b.png"), alt: "A" },
    { source: "guide/board.png", alt: "" },
  ]);
});

it("lists the images of rich text without linked assets", () => {
  const node = (nodeType: string, url: string): RichTextNode => ({ nodeType, data: { url }, content: [] });
  const content = [
    node("embedded-asset-block", IMAGE),
    node("asset-hyperlink", "https://images.example/b.pdf"),
  ];
  const document = { nodeType: "document", data: {}, content };
  expect(listImages({ body: { format: "richText", document } })).toEqual([{ source: IMAGE, alt: "" }]);
});

it("lists the hosts that link cards lead to, and no others", () => {
  const card = (href: string) => `<a href="${href}" data-icon-link="card">x</a>`;
  const source = [
    card("https://docs.example.com/a"),
    `- ${card("https://www.w3.org/")}`,
    "<https://plain.example/>",
    '<a href="https://more.example/" data-icon-link="more">x</a>',
    ...["http://insecure.example/", "https://10.0.0.1/", "https://localhost/", "/pricing"].map(card),
  ].join("\n\n");
  expect(listCardHosts({ body: { format: "markdown", source } })).toEqual(["docs.example.com", "www.w3.org"]);
  const document = { nodeType: "document", data: {}, content: [] };
  expect(listCardHosts({ body: { format: "richText", document } })).toEqual([]);
});

const TEMPLATE: ContentPage = {
  slug: "templates/a",
  locale: "de",
  path: "/de/templates/a",
  title: "A",
  description: "B",
  image: "screens/board.png",
  body: { format: "markdown", source: "" },
};

it("lists a page's own image, which needs an alt text, and those of its entries, which do not", () => {
  const entries = [{ path: "/x", title: "X", description: "", image: "x.png" }];
  expect(listImages({ ...TEMPLATE, entries })).toEqual([
    { source: "screens/board.png", alt: "" },
    { source: "x.png", alt: "X" },
  ]);
  expect(shownSources({ ...TEMPLATE, entries })).toEqual([
    "screens/board.png",
    "screens/board-dark.png",
    "x.png",
    "x-dark.png",
  ]);
});

it("gives images of entries their size, version and dark twin, and reports those that are missing", () => {
  const imageOf = (hash: string, width = 1600) => {
    const image = newImage({ hash, width, height: 900, format: "png", bytes: 1 });
    return siteImageOf({ ...image, alt: { ...image.alt, de: "Ein Board" } });
  };
  const images: SiteContent["images"] = {
    "screens/board.png": imageOf("a"),
    "screens/board-dark.png": imageOf("b"),
    "screens/gantt.png": imageOf("c"),
    "screens/gantt-dark.png": imageOf("d", 800),
  };
  const problems: string[] = [];
  const compile = (page: ContentPage) =>
    compileContent(
      { page, alternates: [], onProblem: ({ place, problem }) => problems.push(`${place}: ${problem}`) },
      images,
    );
  expect(compile(TEMPLATE).image).toEqual({
    source: "screens/board.png",
    version: "a",
    width: 1600,
    height: 900,
    alt: "Ein Board",
    dark: { source: "screens/board-dark.png", version: "b" },
  });
  const entry = { path: "/x", title: "X", description: "" };
  const list: ContentPage = {
    ...TEMPLATE,
    slug: "templates",
    entries: [
      { ...entry, image: "screens/gantt.png" },
      { ...entry, image: "none.png" },
    ],
  };
  const compiled = compile({ ...list, image: "none.png" });
  // A twin of another size would cause a layout shift.
  expect(compiled.entries?.map(({ image }) => image?.dark ?? image?.source)).toEqual([
    "screens/gantt.png",
    undefined,
  ]);
  expect([compiled.order, compiled.image]).toEqual(["title", undefined]);
  expect(problems).toEqual(["image: There is no image none.png in content/images."]);
});
