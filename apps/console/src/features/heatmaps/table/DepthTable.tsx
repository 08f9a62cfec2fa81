import type { ScrollDepth } from "@marquee/contract/schema";
import { formatCounted, formatShare } from "../../../shared/format/format.ts";

interface DepthTableProps {
  sides: readonly ScrollDepth[];
  /** What each side is called. */
  sideNames: readonly string[];
}

const DEPTHS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
const CELL = "py-2 text-right tabular-nums";

/** The share of page views that saw each tenth of the page. */
export function DepthTable({ sides, sideNames }: DepthTableProps) {
  return (
    <section aria-label="Depth" className="min-w-0">
      <h3 className="font-medium">How far down</h3>
      <p className="mt-1 text-ink-muted text-xs">
        {sides.map(({ views }) => formatCounted(views, "page view")).join(" and ")} told how far they were
        scrolled.
      </p>
      <table className="mt-2 w-full">
        <thead>
          <tr className="border-hairline border-b text-left text-ink-muted text-xs">
            <th className="py-2 font-medium">Of the page</th>
            {sides.map((_side, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sides have their places.
              <th key={index} className="py-2 text-right font-medium">
                {sides.length > 1 ? sideNames[index] : "Saw it"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DEPTHS.map((depth) => (
            <tr key={depth} className="border-hairline border-b">
              <th className="py-2 text-left font-normal">{depth}%</th>
              {sides.map(({ reached }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sides have their places.
                <td key={index} className={CELL}>
                  {reached[depth] === undefined ? "–" : formatShare(reached[depth])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
