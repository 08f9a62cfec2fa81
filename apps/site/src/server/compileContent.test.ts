import type { RichTextNode } from "@marquee/contract";
import { expect, it } from "vitest";
import { listImages } from "./compileContent.ts";

const IMAGE = "https://images.example/a.png?w=2";

it("lists the images of Markdown at any depth", () => {
  const image = `<img src="${IMAGE}" alt="A" width="1600" height="900">`;
  const source = `# Title\n\n${image}\n\n- item\n\n  > ${image.replace("a.png", "b.png")}\n\n<https://images.example/link.png>`;
  expect(listImages({ body: { format: "markdown", source } })).toEqual([
    IMAGE,
    IMAGE.replace("a.png", "b.png"),
  ]);
});

it("lists the images of rich text without linked assets", () => {
  const node = (nodeType: string, url: string): RichTextNode => ({ nodeType, data: { url }, content: [] });
  const content = [
    node("embedded-asset-block", IMAGE),
    node("asset-hyperlink", "https://images.example/b.pdf"),
  ];
  const document = { nodeType: "document", data: {}, content };
  expect(listImages({ body: { format: "richText", document } })).toEqual([IMAGE]);
});
