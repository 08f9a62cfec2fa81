import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import type { ReactNode } from "react";
import { InlineError } from "./states.tsx";

/** On a button that asks whether to do what cannot be undone. */
export const dangerTextStyles = "text-clay!";

/** On the button that then does it. */
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
  /** Whether the action cannot be undone. */
  isFinal?: boolean;
  /** Whether the required choice was made; true if none is required. */
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
