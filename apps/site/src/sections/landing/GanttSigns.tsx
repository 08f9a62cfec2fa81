import type { ReactNode } from "react";

interface GanttSignsProps {
  /** In the chart's order: bar, line, diamond, today. */
  rows: readonly { name: string; text: string }[];
}

/** Drawings of the four symbols, in a viewBox of 120 by 48. */
const SIGNS: readonly ReactNode[] = [
  <g key="bar">
    <rect x="8" y="14" width="104" height="20" rx="6" className="fill-leaf-soft" />
    <rect x="8" y="14" width="64" height="20" rx="6" className="fill-leaf" />
  </g>,
  <g key="line">
    <rect x="4" y="6" width="46" height="12" rx="4" className="fill-leaf-soft" />
    <rect x="70" y="30" width="46" height="12" rx="4" className="fill-leaf-soft" />
    <path d="M50 12H58V36H69M64 32L69 36L64 40" fill="none" strokeWidth="1.5" className="stroke-ink" />
  </g>,
  <path key="diamond" d="M60 10L74 24L60 38L46 24Z" className="fill-clay" />,
  <g key="today">
    <rect x="10" y="26" width="60" height="12" rx="4" className="fill-leaf-soft" />
    <path d="M82 4V44" strokeWidth="2" className="stroke-leaf" />
    <circle cx="82" cy="6" r="4" className="fill-leaf" />
  </g>,
];

/** A legend of the symbols in a Gantt chart. */
export function GanttSigns({ rows }: GanttSignsProps) {
  return (
    <dl className="border-hairline border-b">
      {rows.map((row, index) => (
        <div
          key={row.name}
          className="grid grid-cols-[7.5rem_1fr] items-center gap-x-6 border-hairline border-t py-5 md:px-6 lg:gap-x-8"
        >
          <dt className="contents">
            <svg aria-hidden="true" viewBox="0 0 120 48" className="row-span-2 h-12 w-30">
              {SIGNS[index]}
            </svg>
            <span className="font-display text-title">{row.name}</span>
          </dt>
          <dd className="col-start-2 text-ink-muted">{row.text}</dd>
        </div>
      ))}
    </dl>
  );
}
