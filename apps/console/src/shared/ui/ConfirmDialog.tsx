import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import type { ReactNode } from "react";
import { InlineError } from "./states.tsx";

/** For a button that opens the confirmation of an action that can't be undone. */
export const dangerTextStyles = "text-clay!";

/** For the button that runs the action. */
export const dangerButtonStyles = "bg-clay! text-background! hover:opacity-90";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** Labels of the confirm and cancel buttons. */
  action: string;
  dismissal: string;
  isBusy: boolean;
  /** Whether the action can't be undone. */
  isFinal?: boolean;
  /** Whether a required selection has been made. True by default. */
  isReady?: boolean;
  error: Error | null;
  onConfirm: () => void;
  onDismiss: () => void;
}

/** Confirmation dialog for actions that can't be undone with one click. */
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
