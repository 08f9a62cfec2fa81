/** The uppermost elements that were added and are still in the page. */
export function addedElements(records: readonly MutationRecord[]): Element[] {
  const added = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes]));
  const isWithin = (node: Node | null): boolean =>
    node !== null && (added.has(node) || isWithin(node.parentNode));
  return [...added].filter((node): node is Element => {
    return node instanceof Element && node.isConnected && !isWithin(node.parentNode);
  });
}
