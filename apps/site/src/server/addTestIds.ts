import { type ContentNode, type RichTextNode, TEST_ID_ELEMENTS, type TestIdElement } from "@marquee/contract";
import { createTestIds } from "../blocks/PageText.tsx";

type NextTestId = (element: TestIdElement) => string;

/** A text with test IDs on its headings and paragraphs (specification, section 2), in document order. */
export function addTestIds(nodes: readonly ContentNode[], pageId: string): ContentNode[] {
  const next = createTestIds(pageId);
  const add = (node: ContentNode): ContentNode => {
    if (typeof node === "string") return node;
    const { tag, attributes, children } = node;
    const testId = isMarked(tag) ? { "data-testid": next(tag) } : undefined;
    return {
      ...node,
      ...(testId && { attributes: { ...attributes, ...testId } }),
      ...(children && { children: children.map(add) }),
    };
  };
  return nodes.map(add);
}

/** The same for rich text, where `RichText` finds the ID in the node's data. */
export function addRichTextIds(document: RichTextNode, pageId: string): RichTextNode {
  return addToNode(document, createTestIds(pageId));
}

function addToNode(node: RichTextNode, next: NextTestId): RichTextNode {
  const element = elementOf(node.nodeType);
  const data = element ? { ...node.data, testId: next(element) } : node.data;
  const content = node.content?.map((child) => addToNode(child, next));
  return { ...node, data, ...(content && { content }) };
}

/** Level-1 headings show as level 2. */
function elementOf(nodeType: string): TestIdElement | null {
  const tag = nodeType === "paragraph" ? "p" : nodeType.replace(/^heading-1$/, "h2").replace("heading-", "h");
  return isMarked(tag) ? tag : null;
}

function isMarked(tag: string): tag is TestIdElement {
  return (TEST_ID_ELEMENTS as readonly string[]).includes(tag);
}
