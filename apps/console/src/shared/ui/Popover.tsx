import clsx from "clsx";
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { placePanel } from "./placePanel.ts";

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

/** A button with a panel below it, or above it where there is more room; at the bottom of the window on phones. Escape, a click outside and moving the focus out close it. */
export function Popover({ label, trigger, hint, className, align = "start", children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useInWindow({ isOpen, button, panel });
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
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          className={clsx(
            "z-30 max-h-[75dvh] max-w-[calc(100vw-1rem)] overflow-y-auto border border-hairline bg-surface p-2 shadow-float",
            "max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-w-none max-sm:rounded-t-lg max-sm:p-4",
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

interface OpenPanel {
  isOpen: boolean;
  button: RefObject<HTMLElement | null>;
  panel: RefObject<HTMLElement | null>;
}

/** Keeps an open panel inside the window, even when its content or the window is resized. */
function useInWindow({ isOpen, button, panel }: OpenPanel): void {
  useLayoutEffect(() => {
    const [trigger, element] = [button.current, panel.current];
    if (!isOpen || !trigger || !element) return;
    const place = () => {
      // Reset to its position in the style sheet.
      Object.assign(element.style, { translate: "", maxHeight: "" });
      if (getComputedStyle(element).position === "fixed") return;
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      const placed = placePanel({
        trigger: trigger.getBoundingClientRect(),
        panel: element.getBoundingClientRect(),
        viewport: { width, height },
      });
      element.style.translate = `${placed.x}px ${placed.y}px`;
      element.style.maxHeight = `min(75dvh, ${placed.maxHeight}px)`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener("resize", place);
    return () => {
      observer.disconnect();
      removeEventListener("resize", place);
    };
  }, [isOpen, button, panel]);
}
