import { formatCount, formatCounted } from "@marquee/contract";
import type { PathLink, PathNode, PathsQuery } from "@marquee/contract/schema";
import { sankeyLinkHorizontal } from "d3-sankey";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useElementWidth } from "../../../shared/ui/useElementWidth.ts";
import { nodeText } from "../nodeTexts.ts";
import { isChoosable, type LaidNode, layOut } from "./pathLayout.ts";

interface PathDiagramProps {
  links: readonly PathLink[];
  direction: PathsQuery["direction"];
  onChoose: (node: PathNode) => void;
}

/** Narrower windows scroll the diagram sideways. */
const NARROWEST = 520;
/** The widest labels of the last column. */
const WIDEST_LABEL = 168;
const ROW = 56;
const LOWEST = 320;
/** Room for the label of a thin bar at the bottom. */
const BELOW = 28;

const FILLS: Record<PathNode["kind"], string> = {
  page: "fill-accent",
  event: "fill-iris",
  left: "fill-clay",
  entered: "fill-clay",
  other: "fill-control",
};

/** Paths as a Sankey diagram. Each step is a button, in the order of the columns, that shows the paths from there. */
export function PathDiagram({ links, direction, onChoose }: PathDiagramProps) {
  const frame = useRef<HTMLDivElement>(null);
  const available = useElementWidth(frame);
  const [pointed, setPointed] = useState<string | null>(null);
  const width = Math.max(NARROWEST, available);
  const columns = Math.max(1, ...links.map(({ column }) => column + 1));
  // The last column's labels need room beside its bars.
  const label = Math.min(WIDEST_LABEL, width / (columns + 1));
  const graph = useMemo(() => {
    const perColumn = new Map<number, Set<string>>();
    for (const { column, from, to } of links) {
      const far = direction === "from" ? to : from;
      const texts = perColumn.get(column) ?? new Set();
      perColumn.set(column, texts.add(nodeText(far)));
    }
    const most = Math.max(1, ...[...perColumn.values()].map(({ size }) => size));
    const height = Math.max(LOWEST, most * ROW);
    return { height, ...layOut(links, { direction, width: width - label, height }) };
  }, [links, direction, width, label]);
  // Paths toward the anchor end at the right.
  useLayoutEffect(() => {
    if (frame.current && available > 0) frame.current.scrollLeft = direction === "from" ? 0 : width;
  }, [direction, width, available]);
  const path = sankeyLinkHorizontal();
  const room = Math.min(label, (width - label) / columns - 14);
  return (
    <div ref={frame} className="relative mt-6 overflow-x-auto">
      {available > 0 && (
        <div className="relative" style={{ width, height: graph.height + BELOW }}>
          <svg aria-hidden="true" width={width} height={graph.height + BELOW} className="absolute inset-0">
            <g fill="none">
              {graph.links.map((link) => {
                const ends = [link.source, link.target] as LaidNode[];
                const isPointed = ends.some(({ id }) => id === pointed);
                const isEnd = ends.some(({ node }) => node.kind === "left" || node.kind === "entered");
                return (
                  <path
                    key={link.id}
                    d={path(link) ?? ""}
                    strokeWidth={Math.max(1, link.width ?? 1)}
                    strokeOpacity={isPointed ? 0.5 : 0.16}
                    className={isEnd ? "stroke-clay" : "stroke-ink"}
                  >
                    <title>{`${ends.map(({ node }) => nodeText(node)).join(" → ")}: ${formatCounted(link.value, "visit")}`}</title>
                  </path>
                );
              })}
            </g>
            {graph.nodes.map(({ id, node, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }) => (
              <rect
                key={id}
                x={x0}
                y={y0}
                width={x1 - x0}
                height={Math.max(2, y1 - y0)}
                rx={1}
                className={FILLS[node.kind]}
              />
            ))}
          </svg>
          <ol aria-label="Steps of the paths">
            {inReadingOrder(graph.nodes).map((laid) => (
              <li key={laid.id}>
                <NodeLabel laid={laid} room={room} onPoint={setPointed} onChoose={onChoose} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

type Placed = LaidNode & { x1?: number | undefined; y0?: number | undefined };

const inReadingOrder = <Node extends Placed>(nodes: readonly Node[]): Node[] =>
  nodes.toSorted((one, other) => one.column - other.column || (one.y0 ?? 0) - (other.y0 ?? 0));

interface NodeLabelProps {
  laid: Placed;
  /** CSS pixels until the next column. */
  room: number;
  onPoint: (id: string | null) => void;
  onChoose: (node: PathNode) => void;
}

function NodeLabel({
  laid: { id, node, column, visits, x1 = 0, y0 = 0 },
  room,
  onPoint,
  onChoose,
}: NodeLabelProps) {
  const text = nodeText(node);
  const label = `${text}, step ${column + 1}, ${formatCounted(visits, "visit")}`;
  const place = { left: x1 + 6, top: y0 - 3, maxWidth: room };
  const content = (
    <>
      <span className="block truncate leading-4">{text}</span>
      <span className="block text-ink-muted leading-4 tabular-nums">{formatCount(visits)}</span>
    </>
  );
  if (!isChoosable(node))
    return (
      <span role="note" aria-label={label} className="absolute text-ink-muted text-xs" style={place}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      title={`${text}: show the paths from here`}
      aria-label={label}
      style={place}
      onClick={() => onChoose(node)}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(id)}
      onBlur={() => onPoint(null)}
      className="absolute rounded-xs text-left text-xs decoration-control underline-offset-2 hover:underline"
    >
      {content}
    </button>
  );
}
