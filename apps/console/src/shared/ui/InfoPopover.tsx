import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { Popover } from "./Popover.tsx";

interface InfoPopoverProps {
  /** Accessible name: "About visitors". */
  label: string;
  /** Side of the button that the panel is aligned with. */
  align?: "start" | "end";
  children: (close: () => void) => ReactNode;
}

/** A small button next to a figure that explains it. */
export function InfoPopover({ label, align = "start", children }: InfoPopoverProps) {
  return (
    <Popover
      label={label}
      trigger={
        <>
          <Info aria-hidden="true" className="size-4" />
          <span className="sr-only">{label}</span>
        </>
      }
      hint="What is counted"
      align={align}
      className="size-8! justify-center border-transparent! p-0! text-ink-muted hover:bg-surface-sunken hover:text-ink"
    >
      {children}
    </Popover>
  );
}
