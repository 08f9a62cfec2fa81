import { type ContentNode, TEST_ID_ELEMENTS, type TestIdElement, testIdOf } from "@marquee/contract";

/**
 * Adds test IDs to headings and paragraphs (specification, section 2). Only pages of `isLandingPath` have them.
 * @param pageId ID of the page, from `pageIdOf`.
 */
export function withTestIds(nodes: readonly ContentNode[], pageId: string): ContentNode[] {
  const counts = new Map<TestIdElement, number>();
  const mark = (node: ContentNode): ContentNode => {
    if (typeof node === "string") return node;
    const counted = TEST_ID_ELEMENTS.find((element) => element === node.tag);
    const index = counted && (counts.get(counted) ?? 0) + 1;
    if (counted && index) counts.set(counted, index);
    const attributes = counted && index ? { "data-testid": testIdOf(pageId, counted, index) } : {};
    return {
      ...node,
      attributes: { ...node.attributes, ...attributes },
      ...(node.children ? { children: node.children.map(mark) } : {}),
    };
  };
  return nodes.map(mark);
}
