import { formatCount } from "@marquee/contract";
import type { ScrollDepth } from "@marquee/contract/schema";
import { formatShare } from "../../../shared/format/format.ts";

/** A depth at which the share of views falls below a round number. */
interface DepthMark {
  /** Percent of the page's height. */
  depth: number;
  /** Share of views that reached it, from 0 to 1. */
  share: number;
}

const LEVELS = [0.9, 0.75, 0.5, 0.25, 0.1];

/** Marks closer than this, in percent of the page, would overlap. */
const MIN_APART = 2;

interface ScrollBandsProps {
  scroll: ScrollDepth;
  /** In CSS pixels, before scaling. */
  pageHeight: number;
  /** Scale of the drawn page. */
  scale: number;
}

const LABEL =
  "absolute right-2 -translate-y-1/2 rounded-sm bg-[oklch(0.22_0.03_160)] px-1.5 py-0.5 text-[0.75rem] text-[oklch(0.98_0.01_95)] tabular-nums";

/** Scroll depth as bands over the page: the darker, the fewer views reached it. Labels mark where the share falls below a round number. */
export function ScrollBands({ scroll: { reached, fold }, pageHeight, scale }: ScrollBandsProps) {
  const height = pageHeight * scale;
  return (
    <div className="pointer-events-none absolute inset-0">
      <svg
        aria-hidden="true"
        className="absolute inset-0 size-full"
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        viewBox="0 0 1 100"
      >
        {reached.slice(1).map((share, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: each item is one percent of the page.
            key={index}
            y={index}
            width="1"
            height="1"
            className="fill-[oklch(0.22_0.03_160)]"
            fillOpacity={(1 - share) * 0.72}
          />
        ))}
      </svg>
      <ul aria-label="Scroll depth">
        {depthMarks(reached).map(({ depth, share }) => (
          <li
            key={depth}
            className="absolute inset-x-0 border-[oklch(0.98_0.01_95)] border-t shadow-[0_1px_0_oklch(0.22_0.03_160)]"
            style={{ top: (depth / 100) * height }}
          >
            <span className={LABEL}>{formatShare(share)} reached this</span>
          </li>
        ))}
        {fold > 0 && (
          <li
            className="absolute inset-x-0 border-[oklch(0.52_0.13_152)] border-t-2 border-dashed"
            style={{ top: Math.min(fold * scale, height) }}
          >
            <span className="absolute left-2 -translate-y-1/2 rounded-sm bg-[oklch(0.44_0.115_152)] px-1.5 py-0.5 text-[0.75rem] text-[oklch(0.99_0.01_120)]">
              Average fold, {formatCount(fold)} px
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}

/**
 * Marks at the depths where the share of views falls below a round number.
 * @param reached share of views that reached each percent of the page, from 0 to 100; must not increase.
 */
export function depthMarks(reached: readonly number[]): DepthMark[] {
  const marks: DepthMark[] = [];
  for (const level of LEVELS) {
    const depth = reached.findLastIndex((share) => share >= level);
    const share = reached[depth];
    const last = marks.at(-1);
    // Several levels may end at the same depth, for example at the end of the page. Mark it once.
    if (share === undefined || depth === 0 || (last && depth - last.depth < MIN_APART)) continue;
    marks.push({ depth, share });
  }
  return marks;
}
