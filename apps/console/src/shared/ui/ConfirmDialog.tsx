import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import type { ReactNode } from "react";
import { dangerButtonStyles } from "./dangerStyles.ts";
import { InlineError } from "./states.tsx";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button that does it says, and the one that does not. */
  action: string;
  dismissal: string;
  isBusy: boolean;
  /** Whether it can never be taken back. */
  isFinal?: boolean;
  /** Whether what it asks for is chosen; it is where nothing is asked for. */
  isReady?: boolean;
  error: Error | null;
  onConfirm: () => void;
  onDismiss: () => void;
}

/** Asks once more before something that cannot be taken back with one click. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    children,
    action,
    dismissal,
    isBusy,
    isFinal = false,
    isReady = true,
    error,
    onConfirm,
    onDismiss,
  } = props;
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={title} closeLabel="Close">
      <div className="grid gap-4">
        <div className="grid gap-3">{children}</div>
        {error && <InlineError error={error} />}
        <div className="flex flex-wrap gap-3">
          <Button
            size="sm"
            className={isFinal ? dangerButtonStyles : undefined}
            disabled={isBusy || !isReady}
            onClick={onConfirm}
          >
            {action}
          </Button>
          <Button variant="secondary" size="sm" onClick={onDismiss}>
            {dismissal}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
