import clsx from "clsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";

interface PopoverProps {
  /** Accessible name of the panel. */
  label: string;
  /** Content of the button that opens the panel. */
  trigger: ReactNode;
  /** Tooltip of the button. */
  hint?: string;
  className?: string;
  /** Side of the button that the panel is aligned with on wide screens. */
  align?: "start" | "end";
  children: (close: () => void) => ReactNode;
}

/** A button with a panel below it, at the bottom of the window on phones. Escape, a click elsewhere and leaving it by keyboard close it. */
export function Popover({ label, trigger, hint, className, align = "start", children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches keys and focus of the controls inside.
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        close();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        title={hint}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={clsx(
          "flex h-9 items-center gap-1.5 whitespace-nowrap rounded-sm border border-control/50 px-2.5 hover:border-ink sm:px-3 aria-expanded:border-ink",
          className,
        )}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          id={id}
          role="dialog"
          aria-label={label}
          className={clsx(
            "z-30 max-h-[75dvh] overflow-y-auto border border-hairline bg-surface p-2 shadow-float",
            "max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-lg max-sm:p-4",
            "sm:absolute sm:top-full sm:mt-1.5 sm:min-w-80 sm:rounded-md",
            align === "end" ? "sm:right-0" : "sm:left-0",
          )}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
