import { Dialog } from "@marquee/ui/overlay/Dialog";
import type { ReactNode } from "react";
import { FormActions } from "./FormActions.tsx";
import { InlineError } from "./states.tsx";

/** For a button that opens the confirmation of an action that can't be undone. */
export const dangerTextStyles = "text-clay!";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** Explains what will happen. */
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
    isFinal,
    isReady = true,
    error,
    onConfirm,
    onDismiss,
  } = props;
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={title} closeLabel="Close">
      <div className="grid gap-4">
        <div className="grid gap-3">{children}</div>
        <InlineError error={error} />
        <FormActions
          action={action}
          dismissal={dismissal}
          isDisabled={isBusy || !isReady}
          isFinal={isFinal}
          onConfirm={onConfirm}
          onDismiss={onDismiss}
        />
      </div>
    </Dialog>
  );
}
