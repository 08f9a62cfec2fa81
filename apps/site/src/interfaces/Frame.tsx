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

interface ToolProps {
  label: string;
  /** Nothing to do just now; the button keeps its focus all the same. */
  isOff: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A small button with a picture, whose name shows on hover. */
export function Tool({ label, isOff, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
      className="grid size-9 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      {children}
    </button>
  );
}
