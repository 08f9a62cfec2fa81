import type { RichTextNode } from "@marquee/contract";
import { expect, it } from "vitest";
import { listCardHosts, listImages } from "./compileContent.ts";

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
