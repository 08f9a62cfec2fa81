import { Button } from "@marquee/ui";
import { Undo2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useRevert } from "../changes/useRevert.ts";
import { InlineError } from "../ui/states.tsx";
import type { AnyDraft } from "./useDraft.ts";

interface SavedLineProps {
  edited: Pick<AnyDraft, "isSaved" | "savedChange" | "changes" | "forgetSave" | "reload">;
  text: string;
}

/** Confirms a save, with a button to undo it. */
export function SavedLine({ edited, text }: SavedLineProps) {
  const { isSaved, savedChange, changes, forgetSave, reload } = edited;
  const revert = useRevert();
  const line = useRef<HTMLDivElement>(null);
  const isShown = isSaved && changes.length === 0;
  const isUndone = revert.isSuccess && revert.variables === savedChange;
  // The save bar with the focused button is gone, so move the focus.
  useEffect(() => {
    if (isShown) line.current?.focus({ preventScroll: true });
  }, [isShown]);
  const undo = (change: number) => {
    line.current?.focus({ preventScroll: true });
    revert.mutate(change, { onSuccess: reload });
  };
  return (
    <div role="status" className="pointer-events-none sticky bottom-4 z-10 mt-6 empty:hidden">
      {isShown && (
        <div
          ref={line}
          tabIndex={-1}
          className="pointer-events-auto flex w-fit items-center gap-2 rounded-md border border-hairline bg-surface py-1.5 pr-1.5 pl-4 shadow-float outline-none"
        >
          {revert.isError ? (
            <InlineError error={revert.error} />
          ) : (
            <p className="font-medium">{isUndone ? "Change undone." : text}</p>
          )}
          {savedChange !== null && !isUndone && (
            <Button
              variant="tertiary"
              size="sm"
              disabled={revert.isPending}
              onClick={() => undo(savedChange)}
            >
              <Undo2 aria-hidden="true" className="size-4" />
              Undo
            </Button>
          )}
          <button
            type="button"
            aria-label="Dismiss"
            onClick={forgetSave}
            className="grid size-9 place-items-center rounded-sm hover:bg-surface-sunken"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}
