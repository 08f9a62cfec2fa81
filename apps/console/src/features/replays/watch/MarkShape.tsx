import type { MarkKind } from "./playback/marks.ts";

interface MarkStyle {
  /** Plural name of the kind. */
  name: string;
  /** SVG path in a 12 by 12 box. Shapes differ, so that kinds don't depend on color. */
  shape: string;
  ink: string;
}

/** Mark styles in order of importance. If marks overlap, the first is drawn on top. */
export const MARK_STYLES: Record<MarkKind, MarkStyle> = {
  error: { name: "Errors", shape: "M6 .5 12 11.5H0Z", ink: "fill-clay" },
  rage: {
    name: "Rage clicks",
    shape:
      "M6 .2 7.2 3 10.1 1.9 9 4.8 11.8 6 9 7.2 10.1 10.1 7.2 9 6 11.8 4.8 9 1.9 10.1 3 7.2.2 6 3 4.8 1.9 1.9 4.8 3Z",
    // Yellow alone has too little contrast on a light background.
    ink: "fill-sun stroke-ink",
  },
  dead: {
    name: "Dead clicks",
    shape: "M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1Zm0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
    ink: "fill-ink-muted",
  },
  page: { name: "Pages", shape: "M2 0H3.6V1H11.5L9.3 4 11.5 7H3.6V12H2Z", ink: "fill-ink" },
  event: { name: "Events", shape: "M6 .3 11.7 6 6 11.7.3 6Z", ink: "fill-sky" },
  click: { name: "Clicks", shape: "M6 2.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4Z", ink: "fill-leaf" },
};

export const MARK_KINDS = Object.keys(MARK_STYLES) as MarkKind[];

/** The symbol of a kind of mark, used in the timeline, the list and the filter. */
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
