import { type ContentNode, TEST_ID_ELEMENTS, type TestIdElement, testIdOf } from "@marquee/contract";

/**
 * Gives headings and paragraphs their test ids (specification, section 2). Only the pages of `isLandingPath` carry them.
 * @param pageId as `pageIdOf` gives it.
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
