import { Button } from "@marquee/ui";
import type { ReactNode } from "react";

interface UndoLineProps {
  /** What was done; null for nothing, or nothing any more. */
  text: ReactNode;
  isBusy: boolean;
  onUndo: () => void;
}

/** Says what was archived, deleted or removed, and brings it back. */
export function UndoLine({ text, isBusy, onUndo }: UndoLineProps) {
  return (
    <div role="status" className="mt-3 empty:mt-0">
      {text !== null && (
        <p className="flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
          <span>{text}</span>
          <Button variant="tertiary" size="sm" disabled={isBusy} onClick={onUndo}>
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}
