import type { ReactNode } from "react";

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
