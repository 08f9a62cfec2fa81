import type { PathLink, PathNode, PathsQuery } from "@marquee/contract/schema";
import { type SankeyGraph, sankey } from "d3-sankey";
import { nodeKey } from "../nodeTexts.ts";

export interface LaidNode {
  id: string;
  node: PathNode;
  /** From the left. */
  column: number;
  visits: number;
}
interface LaidLink {
  id: string;
}
export type PathGraph = SankeyGraph<LaidNode, LaidLink>;

/** Width of a node's bar, and space between two of them, in CSS pixels. */
const BAR = 6;
const GAP = 36;

/** Only pages and events can be the anchor of other paths. */
export const isChoosable = ({ kind, name }: PathNode): boolean =>
  (kind === "page" || kind === "event") && name !== "";

/** The layout of steps and the flows between them. Each column is sorted by visits, most first, with the ends of paths last. */
export function layOut(
  links: readonly PathLink[],
  { direction, width, height }: { direction: PathsQuery["direction"]; width: number; height: number },
): PathGraph {
  const last = Math.max(0, ...links.map(({ column }) => column + 1));
  const place = (column: number) => (direction === "from" ? column : last - column);
  const nodes = new Map<string, LaidNode>();
  const add = (node: PathNode, column: number, visits: number) => {
    const id = `${column} ${nodeKey(node)}`;
    const current = nodes.get(id) ?? { id, node, column, visits: 0 };
    nodes.set(id, { ...current, visits: current.visits + visits });
    return id;
  };
  const drawn = links.map(({ column, from, to, visits }) => {
    // `column` is the column of the end nearer to the anchor.
    const [source, target] = direction === "from" ? [column, column + 1] : [column + 1, column];
    return {
      id: `${column} ${nodeKey(from)} ${nodeKey(to)}`,
      // A node's visits are counted on the side facing the anchor; the anchor's own visits on its other side.
      source: add(from, place(source), direction === "toward" || column === 0 ? visits : 0),
      target: add(to, place(target), direction === "from" || column === 0 ? visits : 0),
      value: visits,
    };
  });
  const rank = ({ kind }: PathNode) => ["other", "left", "entered"].indexOf(kind);
  return sankey<LaidNode, LaidLink>()
    .nodeId(({ id }) => id)
    .nodeAlign(({ column }) => column)
    .nodeSort((one, other) => rank(one.node) - rank(other.node) || other.visits - one.visits)
    .nodeWidth(BAR)
    .nodePadding(GAP)
    .extent([
      [0, GAP],
      [width, height],
    ])({ nodes: [...nodes.values()], links: drawn });
}
