import { formatCount, formatFineShare } from "@marquee/contract";
import type { PathLink, PathNode } from "@marquee/contract/schema";
import { useMemo } from "react";
import { type Column, MEDIUM } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { nodeKey, nodeText } from "../nodeTexts.ts";
import { isChoosable } from "./pathLayout.ts";

interface PathTableProps {
  links: readonly PathLink[];
  onChoose: (node: PathNode) => void;
}

/** The diagram's data as a table: how many visits went from each step to the next. */
export function PathTable({ links, onChoose }: PathTableProps) {
  const columns = useMemo<Column<PathLink>[]>(() => {
    const total = links.filter(({ column }) => column === 0).reduce((sum, { visits }) => sum + visits, 0);
    const node = (pathNode: PathNode) =>
      isChoosable(pathNode) ? (
        <button
          type="button"
          onClick={() => onChoose(pathNode)}
          className="wrap-anywhere text-left underline decoration-hairline underline-offset-4 hover:decoration-current"
        >
          {nodeText(pathNode)}
        </button>
      ) : (
        <span className="text-ink-muted">{nodeText(pathNode)}</span>
      );
    return [
      {
        id: "step",
        header: "Step",
        isNumeric: true,
        width: "w-16",
        from: MEDIUM,
        sortValue: ({ column }) => column + 1,
        cell: ({ column }) => column + 1,
      },
      {
        id: "from",
        header: "From",
        isMain: true,
        sortValue: ({ from }) => nodeText(from),
        cell: ({ from }) => node(from),
      },
      { id: "to", header: "To", sortValue: ({ to }) => nodeText(to), cell: ({ to }) => node(to) },
      {
        id: "visits",
        header: "Visits",
        isNumeric: true,
        width: "w-24",
        sortValue: ({ visits }) => visits,
        cell: ({ visits }) => formatCount(visits),
      },
      {
        id: "share",
        header: "Share",
        hint: "Of all visits with this page or event.",
        isNumeric: true,
        width: "w-20",
        from: MEDIUM,
        cell: ({ visits }) => (total === 0 ? "–" : formatFineShare(visits / total)),
      },
    ];
  }, [links, onChoose]);
  return (
    <div className="mt-6">
      <DataTable
        caption="Paths by step"
        columns={columns}
        rows={links}
        keyOf={({ column, from, to }) => JSON.stringify([column, nodeKey(from), nodeKey(to)])}
      />
    </div>
  );
}
