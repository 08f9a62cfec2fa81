/** The part of an element that slicing reads. */
export interface Sliceable<Node> {
  localName: string;
  /** Links only. */
  rel?: string;
  children: ArrayLike<Node>;
  getElementsByTagName(name: "*"): { length: number };
}

/** Maximum number of elements in a slice. A slow phone takes too long for larger ones. */
const SLICE_SIZE = 80;

/**
 * Cuts the descendants of `root` into slices that can be recorded one at a time, in document order. An element that is too big for a slice
 * counts as one element, and its children are cut in the same way after it. SVG drawings are never cut.
 */
export function sliceTree<Node extends Sliceable<Node>>(
  root: Pick<Sliceable<Node>, "children">,
  size = SLICE_SIZE,
): Node[][] {
  const slices: Node[][] = [];
  let room = 0;
  const put = (element: Node, weight: number) => {
    if (weight > room) {
      slices.push([]);
      room = size;
    }
    slices.at(-1)?.push(element);
    room -= weight;
  };
  const cut = ({ children }: Pick<Sliceable<Node>, "children">) => {
    for (const child of Array.from(children)) {
      const weight = isStyleSheet(child) ? size : child.getElementsByTagName("*").length + 1;
      const isCut = weight > size && child.localName !== "svg";
      put(child, isCut ? 1 : weight);
      if (isCut) cut(child);
    }
  };
  cut(root);
  return slices;
}

/** A style sheet takes a whole slice, because rrweb serializes each rule. */
function isStyleSheet({ localName, rel }: Pick<Sliceable<unknown>, "localName" | "rel">): boolean {
  return localName === "style" || (localName === "link" && rel === "stylesheet");
}

/** The topmost added elements that are still in the page. */
export function addedElements(records: readonly MutationRecord[]): Element[] {
  const added = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes]));
  const isWithin = (node: Node | null): boolean =>
    node !== null && (added.has(node) || isWithin(node.parentNode));
  return [...added].filter((node): node is Element => {
    return node instanceof Element && node.isConnected && !isWithin(node.parentNode);
  });
}
