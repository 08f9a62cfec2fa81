/** The part of an element that slicing looks at. */
export interface Sliceable<Node> {
  localName: string;
  /** Of links. */
  rel?: string;
  children: ArrayLike<Node>;
  getElementsByTagName(name: "*"): { length: number };
}

/** Elements in a slice, at most: with more, a slow phone takes too long over one. */
const SLICE_SIZE = 80;

/**
 * Cuts what lies in `root` into slices that can be recorded one at a time, in the order of the document. Of what is too big for one its outline
 * comes first: the element, and what lies in that as more of the same.
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

/** As dear as a whole slice: rrweb writes out each rule. */
function isStyleSheet({ localName, rel }: Pick<Sliceable<unknown>, "localName" | "rel">): boolean {
  return localName === "style" || (localName === "link" && rel === "stylesheet");
}

/** The uppermost elements that were added and are still in the page. */
export function addedElements(records: readonly MutationRecord[]): Element[] {
  const added = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes]));
  const isWithin = (node: Node | null): boolean =>
    node !== null && (added.has(node) || isWithin(node.parentNode));
  return [...added].filter((node): node is Element => {
    return node instanceof Element && node.isConnected && !isWithin(node.parentNode);
  });
}
