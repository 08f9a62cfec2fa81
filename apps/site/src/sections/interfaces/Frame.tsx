import type { ReactNode } from "react";

interface FrameProps {
  /** Names the interface for assistive technology; says that its content is a sample. */
  label: string;
  /** Where in the product we are: "Website relaunch / Board". */
  place: string;
  /** What kind of sample it is. */
  note?: string;
  children: ReactNode;
}

/** The window around a live interface. Its content is a labelled sample. */
export function Frame({ label, place, note = "Sample", children }: FrameProps) {
  return (
    <figure
      aria-label={label}
      className="overflow-hidden rounded-lg border border-hairline bg-surface shadow-float"
    >
      <figcaption className="flex items-center justify-between gap-4 border-hairline border-b px-4 py-2.5 text-ink-muted text-xs">
        <span className="truncate font-medium text-ink">{place}</span>
        <span className="shrink-0">{note}</span>
      </figcaption>
      {children}
    </figure>
  );
}
