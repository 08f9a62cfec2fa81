import type { ReactNode } from "react";

interface FrameProps {
  /** Accessible name of the interface; should say that it is a sample. */
  label: string;
  /** Breadcrumb in the product: "Website relaunch / Board". */
  place: string;
  /** Says that this is a sample: "Sample", "Scripted example". */
  note: string;
  children: ReactNode;
}

/** The window around a live interface, with a note that labels its content as a sample. */
export function Frame({ label, place, note, children }: FrameProps) {
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
  /** Disables the button with `aria-disabled`, so that it stays focusable. */
  isOff: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A small icon button with its label as a tooltip. */
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
