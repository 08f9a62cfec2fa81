import { MARK_STYLES } from "./markStyles.ts";
import type { MarkKind } from "./playback/marks.ts";

/** The sign of a kind of mark, the same on the line, in the list, and where kinds are chosen. */
export function MarkShape({ kind, className }: { kind: MarkKind; className: string }) {
  const { shape, ink } = MARK_STYLES[kind];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      data-shape={kind}
      className={`shrink-0 overflow-visible ${ink} ${className}`}
    >
      <path d={shape} fillRule="evenodd" />
    </svg>
  );
}
