import type { ReactNode } from "react";

/** What stands in the frame's place: a board with nothing on it yet, and a few words. */
export function FramePlaceholder({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-surface p-6 text-center">
      <svg aria-hidden="true" viewBox="0 0 120 56" className="mb-2 h-14 text-hairline">
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          {[0.75, 42.75, 84.75].map((x) => (
            <rect key={x} x={x} y="0.75" width="34.5" height="54.5" rx="5" />
          ))}
        </g>
        <rect x="6" y="7" width="24" height="10" rx="2.5" className="fill-leaf" />
      </svg>
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}
